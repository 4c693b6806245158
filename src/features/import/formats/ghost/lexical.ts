import { escapeAttribute, escapeText } from '../../../../content/markdown/markup.ts';
import { cardHtml, type Payload } from './cards.ts';

const formats: [bit: number, tag: string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];
const maxDepth = 100;

/** HTML of the newer editor's document. */
export function lexicalHtml(json: string, remarks: Set<string>): string {
  const { root } = JSON.parse(json) as { root?: Payload };
  return root ? childrenHtml(root, 0) : '';

  function childrenHtml(node: Payload, depth: number): string {
    const children = Array.isArray(node.children) ? (node.children as Payload[]) : [];
    return depth > maxDepth ? '' : children.map((child) => nodeHtml(child, depth + 1)).join('');
  }

  function nodeHtml(node: Payload, depth: number): string {
    const inside = () => childrenHtml(node, depth);
    const type = String(node.type ?? '').replace(/^extended-/, '');
    switch (type) {
      case 'text':
        return textHtml(node);
      case 'linebreak':
        return '<br>';
      case 'tab':
        return ' ';
      case 'paragraph':
        return `<p>${inside()}</p>`;
      case 'heading': {
        const tag = /^h[1-6]$/.exec(String(node.tag))?.[0] ?? 'h2';
        return `<${tag}>${inside()}</${tag}>`;
      }
      case 'quote':
      case 'aside':
        return `<blockquote><p>${inside()}</p></blockquote>`;
      case 'list': {
        const start = Number(node.start ?? 1);
        const isOrdered = node.tag === 'ol' || node.listType === 'number';
        return isOrdered
          ? `<ol${start > 1 ? ` start="${start}"` : ''}>${inside()}</ol>`
          : `<ul>${inside()}</ul>`;
      }
      case 'listitem':
        return `<li>${inside()}</li>`;
      case 'link':
      case 'autolink':
      case 'at-link':
        return `<a href="${escapeAttribute(String(node.url ?? ''))}">${inside()}</a>`;
      case 'zwnj':
        return '';
      default: {
        const card = cardHtml(type, node, remarks);
        if (card !== null) return card;
        remarks.add(`Unknown parts of the editor keep only their text: ${type.slice(0, 50)}.`);
        return inside() || (typeof node.html === 'string' ? node.html : '');
      }
    }
  }
}

function textHtml(node: Payload): string {
  const format = Number(node.format ?? 0);
  let html = escapeText(String(node.text ?? ''));
  for (const [bit, tag] of formats) if (format & bit) html = `<${tag}>${html}</${tag}>`;
  return html;
}
