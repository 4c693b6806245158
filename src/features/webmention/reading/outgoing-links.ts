import { parse } from '../../../content/document/parse.ts';
import { attribute, elements } from '../../../content/document/tree.ts';

/** Of a URL: the database has an index of them. */
const longest = 2000;
/** More links than a person writes. */
const most = 5000;

/**
 * The pages of other hosts that HTML links to, in its order, embedded pages among them. They are spelled as in the HTML, because
 * receivers look for that spelling.
 */
export function outgoingLinks(html: string, ownUrl: string): string[] {
  const own = new URL(ownUrl).host;
  const found = new Set<string>();
  for (const element of elements(parse(html))) {
    if (found.size >= most) break;
    const href = element.tagName === 'a' ? attribute(element, 'href')?.trim() : undefined;
    if (!href || href.length > longest || !/^https?:\/\//i.test(href)) continue;
    const url = URL.parse(href);
    if (url && url.host !== own) found.add(href);
  }
  return [...found];
}
