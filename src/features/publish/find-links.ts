/**
 * The URLs that a file of the site refers to. The site writes its own HTML, so attributes are always in double quotes; URLs of
 * images and scripts are found anywhere, also in the properties of islands and in feeds.
 */
export function* linksIn(type: string, text: string): Generator<string> {
  if (type === 'text/html')
    for (const [, url = ''] of text.matchAll(attribute)) yield url.replaceAll('&amp;', '&');
  for (const [match] of text.matchAll(ownFile)) {
    const url = match.replace(/[./-]{1,9}$/, '');
    if (url.lastIndexOf('.') > url.lastIndexOf('/')) yield url;
  }
  // Names of other built files, which style sheets and scripts import relative to themselves.
  if (type === 'text/css' || type === 'text/javascript')
    for (const [name] of text.matchAll(builtName)) yield `/assets/${name}`;
}

const attribute = /\s(?:href|src|poster|content)="((?:\/(?!\/)|https?:\/\/)[^"\s]*)"/g;
const ownFile = /\/(?:images|assets|card)\/[\w./-]+/g;
const builtName = /(?<![\w.-])[\w.-]{1,60}-[\w-]{8}\.(?:js|css|woff2|webp|png|svg|json)\b/g;
