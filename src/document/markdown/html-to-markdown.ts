import { isElement, isText, type Node, parse } from '../tree.ts';
import type { Markup } from './markup.ts';
import { toMarkdown } from './to-markdown.ts';

/** The Markdown of a post, on the server. The browser has a parser of its own for HTML. */
export function htmlToMarkdown(html: string): string {
  return toMarkdown(markupOf(parse(html).childNodes)).text;
}

function markupOf(nodes: Node[]): Markup[] {
  return nodes.flatMap((node) => {
    if (isText(node)) return node.value;
    if (!isElement(node)) return [];
    const attributes = node.attrs.map(({ name, value }): [string, string] => [name, value]);
    return { name: node.tagName, attributes, children: markupOf(node.childNodes) };
  });
}
