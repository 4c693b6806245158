import { makeUrlsAbsolute } from './absolute-urls.ts';
import { parse, write } from './parse.ts';
import { authorsStyle } from './render-colors.ts';
import { appendText, attribute, elements, hasClass, remove, rename, setAttribute } from './tree.ts';

/**
 * Rendered HTML for feeds, which are read outside the page at `base`: URLs are absolute, so footnotes lead to the page.
 * Feed readers drop form controls and know no style sheet.
 */
export function feedHtml(html: string, base: string): string {
  const tree = parse(html);
  for (const node of [...elements(tree)]) {
    if (node.tagName === 'a' && hasClass(node, 'anchor')) remove(node);
    else if (node.tagName === 'span' && hasClass(node, 'embed-hint')) remove(node);
    else if (node.tagName === 'span' && attribute(node, 'style'))
      setAttribute(node, 'style', authorsStyle(attribute(node, 'style') ?? ''));
    else if (node.tagName === 'input') {
      const isDone = attribute(node, 'checked') !== undefined;
      rename(node, 'span', null);
      appendText(node, isDone ? '☑ ' : '☐ ');
    }
  }
  makeUrlsAbsolute(tree, base);
  return write(tree);
}
