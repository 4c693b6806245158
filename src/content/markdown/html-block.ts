import { attributeOf, isElement, type Markup, type MarkupElement, openTag, serialize } from './markup.ts';

const onLines = new Set(['table', 'thead', 'tbody', 'tfoot', 'ul', 'ol', 'dl']);

/** The elements of posts that begin an HTML block in Markdown. */
const beginsBlock = /^(?:aside|blockquote|details|div|dl|figure|h[1-6]|hr|nav|ol|p|pre|table|ul)$/;

/**
 * A block as HTML inside Markdown. A blank line would end it, so line breaks before one are character references; on a
 * single line all of them are.
 */
export function htmlBlock(node: Markup, isSingleLine: boolean): string {
  if (isSingleLine) {
    const html = serialize([node]).replaceAll('\n', '&#10;');
    // After a comment everything up to the end of the line is HTML, whatever it begins with.
    return isElement(node) && beginsBlock.test(node.name) ? html : `<!---->${html}`;
  }
  return lines(node).replace(/\n(?=[ \t]*(?:\n|$))/g, '&#10;');
}

function lines(node: Markup): string {
  if (!isElement(node) || !isOnLines(node)) return serialize([node]);
  return [openTag(node), ...node.children.map(lines), `</${node.name}>`].join('\n');
}

function isOnLines(node: MarkupElement): boolean {
  return onLines.has(node.name) || attributeOf(node, 'class') === 'gallery';
}
