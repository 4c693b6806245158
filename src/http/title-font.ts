import type { ServerResponse } from 'node:http';
import { titleFonts } from '../web/ui/title-fonts.ts';

/**
 * The font of the site's title, chosen anew at each full page load. It is a style sheet of one rule that is never
 * cached, so that pages themselves stay the same for everybody, and it works without JavaScript.
 */
export function sendTitleFont(response: ServerResponse): void {
  const font = titleFonts[Math.floor(Math.random() * titleFonts.length)];
  response.setHeader('content-type', 'text/css; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(`:root{--title-font:"${font}"}`);
}
