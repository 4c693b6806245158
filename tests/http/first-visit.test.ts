import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../../demo/fill.ts';
import { readDemoPosts } from '../../demo/posts.ts';
import { type LookName, lookNames, looks } from '../../src/core/site/looks/looks.ts';
import { Client } from '../support/client.ts';
import { startSite, type TestSite } from '../support/site.ts';

/**
 * What a browser downloads before it shows the text of its first page, as sent with Brotli: the document, every style sheet, the
 * script, and the preloaded fonts. Not counted: images, and the fonts that replace a fallback of the same size later (the title of
 * the site, italics), which tests/browser/type.spec.ts limits.
 */
const maxBytes = 45 * 1024;
const maxFontBytes = 25 * 1024;
const maxScriptBytes = 5 * 1024;
/** Essay, whose footnotes are in the margin, has most. */
const maxStyleBytes = 11 * 1024;

let site: TestSite;
let owner: Client;

beforeAll(async () => {
  site = await startSite();
  // Those of the first page and of the two post pages: filling takes most of the time.
  const posts = readDemoPosts().filter(
    ({ active, title, daysAgo }) => active && (daysAgo < 10 || title === 'Everything This Editor Can Do'),
  );
  await fillDemo(site.blog, { posts });
  owner = new Client(site.url);
  await owner.login();
}, 120_000);
afterAll(() => site?.dispose());

const download = (path: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(site.url + path, { headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (response) => {
      expect(response.statusCode, path).toBe(path.includes('never') ? 404 : 200);
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });

async function weigh(paths: readonly string[]): Promise<number> {
  const files = await Promise.all(paths.map(download));
  return files.reduce((sum, { length }) => sum + length, 0);
}

const found = (html: string, pattern: RegExp): string[] =>
  Array.from(html.matchAll(pattern), ([, url = '']) => url.replaceAll('&amp;', '&'));

const paths = [
  '/',
  '/?view=compact',
  '/filter/travel',
  '/post/night-train-to-the-north',
  '/post/everything-this-editor-can-do',
  '/archive',
  '/topics',
  '/search?q=train',
  '/feed.xml',
  '/login',
  '/apps/there',
  '/post/never-written',
];

test.each(lookNames)('%s: the first visit of any page has at most 45 KB', async (look: LookName) => {
  const { layout, type_pairing, theme_color } = looks[look];
  await owner.put('/webapi/api/admin/site', { look, layout, type_pairing, theme_color });
  for (const path of paths) {
    const html = await (await fetch(site.url + path, { headers: { accept: 'text/html' } })).text();
    const styles = found(html, /<link rel="stylesheet" href="([^"]+)"/g);
    const scripts = found(html, /<script type="module" src="([^"]+)"/g);
    const fonts = found(html, /<link rel="preload" as="font"[^>]* href="([^"]+)"/g);
    expect([styles.length > 2, scripts.length, fonts.length > 0], path).toEqual([true, 1, true]);
    const [style, script, font] = [await weigh(styles), await weigh(scripts), await weigh(fonts)];
    expect(style, `style sheets of ${path}`).toBeLessThanOrEqual(maxStyleBytes);
    expect(script, path).toBeLessThanOrEqual(maxScriptBytes);
    expect(font, path).toBeLessThanOrEqual(maxFontBytes);
    expect(style + script + font + (await weigh([path])), path).toBeLessThanOrEqual(maxBytes);
  }
});
