import { parse } from '../../../content/document/parse.ts';
import { attribute, elements } from '../../../content/document/tree.ts';
import { parseLinkHeader, relsOf } from './link-header.ts';

const rel = 'webmention';

/** The endpoint that a `Link` header names; relative to the URL of the page after redirects. */
export function endpointInHeader(header: string | null, page: URL): URL | null {
  for (const { url, rels } of parseLinkHeader(header ?? ''))
    if (rels.includes(rel) && URL.canParse(url, page.href)) return new URL(url, page);
  return null;
}

/** The endpoint of the first `<link>` or `<a>` that names one. Without `href` it names none; an empty one is the page. */
export function endpointInHtml(html: string, page: URL): URL | null {
  let base = page.href;
  let hasBase = false;
  for (const element of elements(parse(html))) {
    const href = attribute(element, 'href')?.trim();
    if (href === undefined) continue;
    if (element.tagName === 'base' && !hasBase && URL.canParse(href, page.href)) {
      base = new URL(href, page).href;
      hasBase = true;
    }
    const isLink = element.tagName === 'link' || element.tagName === 'a';
    if (isLink && relsOf(attribute(element, 'rel')).includes(rel) && URL.canParse(href, base))
      return new URL(href, base);
  }
  return null;
}
