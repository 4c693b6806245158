import { escapeAttribute, escapeText } from '../../../../content/markdown/markup.ts';
import { cardHtml, type Payload } from './cards.ts';

type Marker = [type: number, open: number[], closed: number, value: string | number];
type Document = {
  atoms?: [name: string, text: string, payload: unknown][];
  cards?: [name: string, payload: Payload][];
  markups?: [tag: string, attributes?: string[]][];
  sections?: unknown[][];
};

const allowedTags = /^(?:p|h[1-6]|blockquote|aside|pull-quote|ul|ol)$/;
const inlineTags = /^(?:a|b|strong|i|em|u|s|code|sub|sup|mark|del|strike)$/;

/** HTML of the older editor's document (version 0.3). */
export function mobiledocHtml(json: string, remarks: Set<string>): string {
  const { atoms = [], cards = [], markups = [], sections = [] } = JSON.parse(json) as Document;
  return sections.map(sectionHtml).join('');

  function sectionHtml(section: unknown[]): string {
    const [type, first, second] = section;
    switch (type) {
      case 1: {
        const tag = allowedTags.test(String(first)) ? String(first) : 'p';
        const inside = markersHtml(second as Marker[]);
        if (tag === 'blockquote' || tag === 'aside' || tag === 'pull-quote')
          return `<blockquote><p>${inside}</p></blockquote>`;
        return `<${tag}>${inside}</${tag}>`;
      }
      case 2:
        return `<figure><img src="${escapeAttribute(String(first))}"></figure>`;
      case 3: {
        const tag = first === 'ol' ? 'ol' : 'ul';
        return `<${tag}>${(second as Marker[][]).map((item) => `<li>${markersHtml(item)}</li>`).join('')}</${tag}>`;
      }
      case 10: {
        const [name = '', payload = {}] = cards[Number(first)] ?? [];
        const html = cardHtml(name, payload, remarks);
        if (html === null) remarks.add(`Unknown parts of the editor were left out: ${name.slice(0, 50)}.`);
        return html ?? '';
      }
      default:
        return '';
    }
  }

  function markersHtml(markers: Marker[] | undefined): string {
    const open: string[] = [];
    let html = '';
    for (const [type, opened, closed, value] of markers ?? []) {
      for (const index of opened) {
        const [tag = '', attributes = []] = markups[index] ?? [];
        const name = inlineTags.test(tag) ? tag : 'span';
        const at = attributes.indexOf('href');
        html += at === -1 ? `<${name}>` : `<${name} href="${escapeAttribute(attributes[at + 1] ?? '')}">`;
        open.push(name);
      }
      html += type === 1 ? atomHtml(Number(value)) : escapeText(String(value));
      html += open
        .splice(Math.max(0, open.length - closed))
        .map((name) => `</${name}>`)
        .reverse()
        .join('');
    }
    return (
      html +
      open
        .map((name) => `</${name}>`)
        .reverse()
        .join('')
    );
  }

  function atomHtml(index: number): string {
    const [name, text = ''] = atoms[index] ?? [];
    return name === 'soft-return' ? '<br>' : escapeText(text);
  }
}
