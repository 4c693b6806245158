import { isBlock, isElement, isText, type Node, type Parent, parse } from '../tree.ts';
import type { Markup } from './markup.ts';
import { toMarkdown } from './to-markdown.ts';

/** The Markdown of a post, on the server. The browser has a parser of its own for HTML. */
export function htmlToMarkdown(html: string): string {
  return toMarkdown(markupOf(parse(html))).text;
}

function markupOf(parent: Parent): Markup[] {
  return parent.childNodes.flatMap((node, index) => {
    if (isText(node)) return isBetweenBlocks(parent, index) ? [] : node.value;
    if (!isElement(node)) return [];
    const attributes = node.attrs.map(({ name, value }): [string, string] => [name, value]);
    return { name: node.tagName, attributes, children: markupOf(node) };
  });
}

/** White space that posts of older versions have between their blocks. */
function isBetweenBlocks(parent: Parent, index: number): boolean {
  const { childNodes } = parent;
  const node = childNodes[index];
  if (!node || !isText(node) || /[^ \t\n]/.test(node.value)) return false;
  const isBlockOrEnd = (sibling: Node | undefined) => sibling === undefined || isBlock(sibling);
  return childNodes.length > 1 && [index - 1, index + 1].every((at) => isBlockOrEnd(childNodes[at]));
}
