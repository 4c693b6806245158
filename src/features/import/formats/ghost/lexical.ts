import { escapeText } from '../../../../content/markdown/markup.ts';
import { linked } from '../../content/markup.ts';
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
    const type = String(node.type ?? '').replace(/^extended-/, '');
    const inside = () => childrenHtml(node, depth);
    if (Object.hasOwn(nodes, type)) return nodes[type]?.(node, inside) ?? '';
    const card = cardHtml(type, node, remarks);
    if (card !== null) return card;
    remarks.add(`Unknown parts of the editor keep only their text: ${type.slice(0, 50)}.`);
    return inside() || (typeof node.html === 'string' ? node.html : '');
  }
}

type NodeHtml = (node: Payload, inside: () => string) => string;

const quote: NodeHtml = (_node, inside) => `<blockquote><p>${inside()}</p></blockquote>`;
const link: NodeHtml = (node, inside) => linked(String(node.url ?? ''), inside());

const nodes: Record<string, NodeHtml> = {
  text: textHtml,
  linebreak: () => '<br>',
  tab: () => ' ',
  paragraph: (_node, inside) => `<p>${inside()}</p>`,
  heading(node, inside) {
    const tag = /^h[1-6]$/.exec(String(node.tag))?.[0] ?? 'h2';
    return `<${tag}>${inside()}</${tag}>`;
  },
  quote,
  aside: quote,
  list(node, inside) {
    const start = Number(node.start ?? 1);
    const isOrdered = node.tag === 'ol' || node.listType === 'number';
    return isOrdered ? `<ol${start > 1 ? ` start="${start}"` : ''}>${inside()}</ol>` : `<ul>${inside()}</ul>`;
  },
  listitem: (_node, inside) => `<li>${inside()}</li>`,
  link,
  autolink: link,
  'at-link': link,
  zwnj: () => '',
};

function textHtml(node: Payload): string {
  const format = Number(node.format ?? 0);
  let html = escapeText(String(node.text ?? ''));
  for (const [bit, tag] of formats) if (format & bit) html = `<${tag}>${html}</${tag}>`;
  return html;
}
