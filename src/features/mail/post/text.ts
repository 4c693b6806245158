import { parse } from '../../../content/document/parse.ts';
import {
  attribute,
  type Element,
  hasClass,
  isBlock,
  isElement,
  isText,
  type Node,
  type Parent,
  textContent,
} from '../../../content/document/tree.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import type { Messages } from '../../../platform/web/messages/types.ts';
import { absoluteUrl, type PostSource } from './source.ts';

const maxLineLength = 60;

/**
 * A post as plain text, in the notation that people use in mails: `> ` before quotes, `- ` before items, URLs in parentheses.
 * Lines are as long as paragraphs, so that each screen can break them.
 */
export function postText(source: PostSource, blocks: number | null = null): string {
  const writer = new TextWriter(source);
  const nodes = parse(source.content).childNodes.slice(0, blocks ?? undefined);
  return [...writer.blocks(nodes), ...writer.notes()].join('\n\n');
}

class TextWriter {
  readonly #source: PostSource;
  readonly #messages: Messages;
  readonly #notes: string[] = [];

  constructor(source: PostSource) {
    this.#source = source;
    this.#messages = messagesIn(source.language);
  }

  /** A line around which others stand, for each block. Text between blocks is a paragraph. */
  blocks(nodes: readonly Node[]): string[] {
    const written: string[] = [];
    let line = '';
    const endLine = () => {
      if (tidy(line)) written.push(tidy(line));
      line = '';
    };
    for (const node of nodes) {
      if (isElement(node) && isBlock(node)) {
        endLine();
        const text = this.#block(node);
        if (text !== '') written.push(text);
      } else line += this.#inline(node);
    }
    endLine();
    return written;
  }

  notes(): string[] {
    return this.#notes.length === 0 ? [] : [this.#notes.map((note, at) => `[${at + 1}] ${note}`).join('\n')];
  }

  #block(node: Element): string {
    const name = node.tagName;
    const inside = () => this.blocks(node.childNodes).join('\n\n');
    if (hasClass(node, 'math')) return indented(textContent(node), '    ');
    if (/^h[1-6]$/.test(name)) return underlined(this.#line(node), name < 'h3' ? '=' : '-');
    if (name === 'blockquote') return indented(inside(), '> ', '>');
    if (name === 'pre') return indented(textContent(node).replace(/\n$/, ''), '    ');
    if (name === 'hr') return '* * *';
    if (name === 'nav') return '';
    if (name === 'ul' || name === 'ol') return this.#list(node);
    if (name === 'dl') return this.#definitions(node);
    if (name === 'table') return this.#table(node);
    if (name === 'figure') return this.#figure(node);
    if (name === 'aside') return this.#callout(node, inside());
    if (name === 'summary') return this.#line(node) || this.#messages.details;
    return inside();
  }

  #line(parent: Parent): string {
    return tidy(parent.childNodes.map((child) => this.#inline(child)).join(''));
  }

  #inline(node: Node): string {
    if (isText(node)) return node.value.replace(/\s+/g, ' ');
    if (!isElement(node)) return '';
    if (node.tagName === 'br') return '\n';
    if (node.tagName === 'img') return this.#image(node);
    if (hasClass(node, 'math')) return textContent(node);
    if (hasClass(node, 'footnote')) {
      const at = this.#notes.push('');
      this.#notes[at - 1] = this.#line(node);
      return `[${at}]`;
    }
    const text = node.childNodes.map((child) => this.#inline(child)).join('');
    if (node.tagName === 's') return `~${text}~`;
    if (node.tagName === 'sup') return `^${text}`;
    return node.tagName === 'a' ? this.#link(node, text) : text;
  }

  #link(node: Element, text: string): string {
    const href = attribute(node, 'href') ?? '';
    const url = href.startsWith('#') ? null : absoluteUrl(href, this.#source.url);
    if (url === null) return text;
    const shown = url.replace(/^mailto:/, '');
    const isSame = [shown, shown.replace(/\/$/, ''), href].includes(tidy(text));
    return isSame || tidy(text) === '' ? shown : `${text} (${shown})`;
  }

  #image(node: Element): string {
    return `[${this.#messages.newsletterMail.image(attribute(node, 'alt') ?? '')}]`;
  }

  #list(list: Element): string {
    const isTasks = hasClass(list, 'tasks');
    const first = Number(attribute(list, 'start') ?? 1);
    const items = list.childNodes.filter(isElement);
    const texts = items.map((item, index) => {
      const mark = isTasks
        ? hasClass(item, 'done')
          ? '[x] '
          : '[ ] '
        : list.tagName === 'ol'
          ? `${first + index}. `
          : '- ';
      const parts = this.blocks(item.childNodes);
      const isTight = item.childNodes.length <= 2;
      const text = parts.join(isTight ? '\n' : '\n\n');
      return mark + indented(text, ' '.repeat(mark.length)).trimStart();
    });
    return texts.join('\n');
  }

  #definitions(list: Element): string {
    return list.childNodes
      .filter(isElement)
      .map((part) =>
        part.tagName === 'dt'
          ? this.#line(part)
          : indented(this.blocks(part.childNodes).join('\n\n'), '    '),
      )
      .join('\n');
  }

  #table(table: Element): string {
    const lines: string[] = [];
    for (const part of table.childNodes.filter(isElement)) {
      if (part.tagName === 'caption') lines.push(this.#line(part), '');
      for (const row of part.childNodes.filter(isElement)) {
        if (row.tagName !== 'tr') continue;
        const cells = row.childNodes.filter(isElement);
        lines.push(
          cells.map((cell) => this.blocks(cell.childNodes).join(' ').replaceAll('\n', ' ')).join(' | '),
        );
      }
      if (part.tagName === 'thead') lines.push(rule(lines.at(-1) ?? '', '-'));
    }
    return lines.join('\n');
  }

  #figure(figure: Element): string {
    const caption = figure.childNodes.find((child) => child.nodeName === 'figcaption');
    const captionText = caption && isElement(caption) ? this.#line(caption) : '';
    const [first] = figure.childNodes;
    if (!first || !isElement(first)) return captionText;
    return [this.#figureContent(figure, first), captionText].filter(Boolean).join('\n');
  }

  #figureContent(figure: Element, first: Element): string {
    if (hasClass(figure, 'embed')) {
      const url = attribute(first, 'href') ?? '';
      const title = this.#source.findEmbed(url)?.title;
      return title ? `${title}\n${url}` : url;
    }
    if (hasClass(figure, 'media')) {
      const { video, audio } = this.#messages.newsletterMail;
      return `${first.tagName === 'video' ? video : audio}: ${this.#source.url}`;
    }
    return tidy(this.#inline(first));
  }

  #callout(node: Element, text: string): string {
    const kind = /callout (\w+)/.exec(attribute(node, 'class') ?? '')?.[1] ?? '';
    const { callouts } = this.#messages;
    const label = Object.hasOwn(callouts, kind) ? `${callouts[kind as keyof typeof callouts]}:\n` : '';
    return indented(label + text, '| ', '|');
  }
}

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();

const rule = (text: string, sign: string): string =>
  sign.repeat(Math.max(3, Math.min([...text].length, maxLineLength)));

export const underlined = (text: string, sign: string): string =>
  text === '' ? '' : `${text}\n${rule(text, sign)}`;

const indented = (text: string, by: string, empty = ''): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? empty : by + line))
    .join('\n');
