import { parse } from '../document/parse.ts';
import { isBlock, isElement, isText, type Node, type Parent } from '../document/tree.ts';
import { htmlBlock } from './html-block.ts';
import { isElement as isMarkupElement, type Markup } from './markup.ts';
import { toMarkdown } from './to-markdown.ts';

/** The Markdown of a post, on the server. The browser has a parser of its own for HTML. */
export function htmlToMarkdown(html: string): string {
  return toMarkdown(markupOf(parse(html))).text;
}

/** The same for readers: text that stands in a list item or a quote without a paragraph, as the API accepts it, gets one. */
export function htmlToReadableMarkdown(html: string): string {
  return toMarkdown(markupOf(parse(html)).map(inParagraphs)).text;
}

const holdsBlocks = /^(?:aside|blockquote|dd|li)$/;
const block = /^(?:aside|blockquote|details|div|dl|figure|h[1-6]|hr|nav|ol|p|pre|table|ul)$/;

function inParagraphs(node: Markup): Markup {
  if (!isMarkupElement(node)) return node;
  const inner = node.children.map(inParagraphs);
  const isInline = (child: Markup) => !isMarkupElement(child) || !block.test(child.name);
  if (!holdsBlocks.test(node.name) || !inner.some(isInline)) return { ...node, children: inner };
  const children: Markup[] = [];
  let paragraph: Markup[] | null = null;
  for (const child of inner) {
    if (!isInline(child)) {
      paragraph = null;
      children.push(child);
    } else if (paragraph) paragraph.push(child);
    else {
      paragraph = [child];
      children.push({ name: 'p', attributes: [], children: paragraph });
    }
  }
  return { ...node, children };
}

/**
 * As for readers, for other programs: blocks that contain one of these signs are HTML, in which `{` is a character reference,
 * because templates and attribute lists begin with it (`{{<` in Hugo, `{:` in kramdown).
 */
export function htmlToPortableMarkdown(html: string, signs: RegExp): string {
  const nodes = markupOf(parse(html)).map(inParagraphs);
  const { text, starts } = toMarkdown(nodes);
  if (!signs.test(text)) return text;
  const asHtml = (node: Markup) => htmlBlock(node, true).replaceAll('{', '&#123;');
  const blocks = nodes.map((node, index) => {
    const end = starts[index + 1];
    // The last block is followed by the definitions of footnotes.
    const written = end === undefined ? null : text.slice(starts[index], end).trimEnd();
    return written === null || signs.test(written) ? asHtml(node) : written;
  });
  const hasFootnotes = html.includes('class="footnote"');
  return `${(hasFootnotes ? nodes.map(asHtml) : blocks).join('\n\n')}\n`;
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
