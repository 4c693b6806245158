import { escapeHtml } from '../../platform/web/escape-html.ts';

/** `to` is null for what is gone. */
type StaticRedirect = { from: string; to: string | null };

/** A page that leads elsewhere, for servers without rules for redirects. */
export function redirectPage(to: string, siteUrl: string): string {
  const url = escapeHtml(to);
  const canonical = escapeHtml(to.startsWith('/') ? siteUrl + to : to);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${url}</title><link rel="canonical" href="${canonical}"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}"></head><body><p><a href="${url}">${url}</a></p></body></html>\n`;
}

/** The format of Netlify, which Cloudflare Pages and others read, too: from, parameters of the query, to, status. */
export function* redirectsFile(redirects: readonly StaticRedirect[]): Generator<string> {
  for (const { from, to } of redirects) {
    const [path = '', query = ''] = from.split('?', 2);
    const parameters = query.split('&').filter(Boolean).join(' ');
    yield `${[path, parameters, to ?? '/404.html', to === null ? 410 : 301].filter(Boolean).join(' ')}\n`;
  }
}

/** For the `map` directive of nginx, with the URL as it was requested; the value of what is gone is empty. */
export function* nginxMap(redirects: readonly StaticRedirect[]): Generator<string> {
  // It has no way to write these.
  for (const { from, to } of redirects) if (!/["\\$\s]/.test(from + to)) yield `"${from}" "${to ?? ''}";\n`;
}
