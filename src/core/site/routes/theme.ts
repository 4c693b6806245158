import type { IncomingMessage, ServerResponse } from 'node:http';
import { accentCss } from '../../../platform/web/ui/accent-css.ts';
import { titleFonts } from '../../../platform/web/ui/title-fonts.ts';
import { dismissedKey } from '../api/dismissal.ts';
import { accentOf } from '../api/theme-url.ts';

/**
 * What is not in the style sheet of the build: the tokens of the accent color, which is named in the URL; the font of the
 * site's title, chosen at random for each page load; and whether this browser has dismissed the announcement. It is never
 * cached, works without JavaScript and loads before the first paint (src/core/site/README.md).
 */
export function sendTheme(request: IncomingMessage, response: ServerResponse, isRepeatable = false): void {
  const font = titleFonts[isRepeatable ? 0 : Math.floor(Math.random() * titleFonts.length)];
  response.setHeader('content-type', 'text/css; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  const accent = accentOf(request.url ?? '');
  const dismissed = dismissedKey(request.headers.cookie);
  const hidden = dismissed ? `.announcement[data-key="${dismissed}"]{display:none}` : '';
  response.end(`:root{--title-font:"${font}"}${accent ? cachedCss(accent) : ''}${hidden}`);
}

const maxCached = 20;
const cache = new Map<string, string>();

/** The site has one accent; the few others are those of its settings screen. */
function cachedCss(accent: string): string {
  const css = cache.get(accent) ?? accentCss(accent);
  if (cache.size >= maxCached) cache.clear();
  cache.set(accent, css);
  return css;
}
