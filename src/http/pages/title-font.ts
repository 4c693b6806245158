import type { IncomingMessage, ServerResponse } from 'node:http';
import { dismissedKey } from '../../contract/dismissal.ts';
import { titleFonts } from '../../web/ui/title-fonts.ts';

/**
 * What differs from one page load to the next although pages are the same for everyone: the font of the site's title,
 * chosen at random, and whether this browser has dismissed the announcement. A style sheet that is never cached, so
 * that it works without JavaScript and before the first paint.
 */
export function sendTitleFont(request: IncomingMessage, response: ServerResponse): void {
  const font = titleFonts[Math.floor(Math.random() * titleFonts.length)];
  response.setHeader('content-type', 'text/css; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  const dismissed = dismissedKey(request.headers.cookie);
  const hidden = dismissed ? `.announcement[data-key="${dismissed}"]{display:none}` : '';
  response.end(`:root{--title-font:"${font}"}${hidden}`);
}
