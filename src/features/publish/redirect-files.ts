import { urls } from '../../platform/http/urls.ts';
import { escapeHtml } from '../../platform/web/escape-html.ts';

/** `to` is null for what is gone. */
type StaticRedirect = { from: string; to: string | null };

/** A page that leads elsewhere, for servers without rules for redirects. */
export function redirectPage(to: string, siteUrl: string): string {
  const url = escapeHtml(to);
  const canonical = escapeHtml(to.startsWith('/') ? siteUrl + to : to);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${url}</title><link rel="canonical" href="${canonical}"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}"></head><body><p><a href="${url}">${url}</a></p></body></html>\n`;
}

/**
 * Categories and tags have their feed as RSS only (`FeedLinks`), because every other format is a file to write with each of their
 * posts. Programs that followed one before the site was published read RSS, too.
 */
const lists = ['filter', 'tag'];
const otherFeeds = [urls.atom, urls.jsonFeed];

/** The format of Netlify, which Cloudflare Pages and others read, too: from, parameters of the query, to, status. */
export function* redirectsFile(redirects: readonly StaticRedirect[]): Generator<string> {
  for (const { from, to } of redirects) {
    const [path = '', query = ''] = from.split('?', 2);
    const parameters = query.split('&').filter(Boolean).join(' ');
    yield `${[path, parameters, to ?? '/404.html', to === null ? 410 : 301].filter(Boolean).join(' ')}\n`;
  }
  for (const list of lists)
    for (const feed of otherFeeds) yield `/${list}/:name${feed} /${list}/:name${urls.feed} 301\n`;
}

/** For the `map` directive of nginx, with the URL as it was requested; the value of what is gone is empty. */
export function* nginxMap(redirects: readonly StaticRedirect[]): Generator<string> {
  // It has no way to write these.
  for (const { from, to } of redirects) if (!/["\\$\s]/.test(from + to)) yield `"${from}" "${to ?? ''}";\n`;
  const feeds = otherFeeds.join('|').replaceAll('.', '\\.');
  yield `"~^(?<list>/(?:${lists.join('|')})/[^/?]+)(?:${feeds})$" "$list${urls.feed}";\n`;
}
