import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { titleFonts } from '../../src/platform/web/ui/title-fonts.ts';
import { Client } from '../support/client.ts';
import { expect, test } from './fixtures.ts';
import { untilIdle } from './idle.ts';
import { expectNoShift, recordShifts } from './layout-shifts.ts';

/** Of the fonts that come with the first paint, and of all: a title font, four styles of the text, one of the interface. */
const firstPaintBytes = 30_000;
const budgetBytes = 66_000;
const pairings = ['serif', 'humanist', 'mono', 'system'] as const;
const sentence =
  'The <strong>quick brown</strong> fox, <em>jumps — over</em> the lazy dog’s “bed”: größer, café. ';

async function withSettings(
  url: string,
  settings: Record<string, string>,
  use: (owner: Client) => Promise<void>,
): Promise<void> {
  const owner = new Client(url);
  await owner.login();
  const { body } = await owner.get<Record<string, string>>('/webapi/api/admin/site');
  await owner.put('/webapi/api/admin/site', settings);
  try {
    await use(owner);
  } finally {
    await owner.put('/webapi/api/admin/site', body);
  }
}

async function writePost(owner: Client, more = ''): Promise<string> {
  const { body } = await owner.post<Post>('/webapi/api/posts', {
    post_title: 'Faces',
    // Lines that are not full: where longer ones break depends on the font of the system, which has the same width on average.
    post_content: `<h2>A heading</h2>${`<p>${sentence}</p>`.repeat(30)}<blockquote><p>${sentence}</p></blockquote>${more}`,
    active: true,
  });
  return `/post/${body.post_title_web}`;
}

/** The bytes of all fonts that a page downloads. */
async function fontsOf(page: Page, path: string): Promise<{ bytes: number; names: string[] }> {
  let bytes = 0;
  const names: string[] = [];
  const loads: Promise<void>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'font') return;
    names.push(response.url().replace(/.*\/|-[\w-]{4}\.woff2$/g, ''));
    loads.push(
      response.body().then((body) => {
        bytes += body.length;
      }),
    );
  });
  await page.goto(path);
  await untilIdle(page);
  await Promise.all(loads);
  return { bytes, names };
}

test.describe.configure({ mode: 'serial' });

for (const pairing of pairings)
  test(`${pairing}: the fonts of a page stay within the budget, whatever the title font`, {
    tag: '@deep',
  }, async ({ browser, server }) => {
    test.setTimeout(90_000);
    await withSettings(server.url, { type_pairing: pairing }, async (owner) => {
      const path = await writePost(owner);
      for (const [index, font] of titleFonts.entries()) {
        // One load shows the post, the others need the title alone.
        const page = await browser.newPage();
        await page.route('**/theme.css*', (route) =>
          route.fulfill({ contentType: 'text/css', body: `:root{--title-font:"${font}"}` }),
        );
        const { bytes, names } = await fontsOf(page, server.url + path);
        const texts = names.filter((name) => /alegreya|jetbrains|interface/.test(name));
        expect(names.length - texts.length, `${index}: ${names}`).toBe(1);
        expect(texts.length > 2, `${names}`).toBe(pairing !== 'system');
        expect(bytes, `${names}`).toBeLessThanOrEqual(budgetBytes);
        await page.close();
      }
    });
  });

for (const pairing of ['serif', 'humanist', 'mono'] as const)
  test(`${pairing}: nothing shifts when the font comes late`, { tag: '@deep' }, async ({ page, server }) => {
    await withSettings(server.url, { type_pairing: pairing }, async (owner) => {
      const path = await writePost(owner);
      let delayed = 0;
      await page.route(/(alegreya|jetbrains)[^/]*\.woff2$/, async (route) => {
        delayed++;
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await route.continue();
      });
      await recordShifts(page);
      await page.goto(path);
      await untilIdle(page);
      expect(delayed).toBeGreaterThan(0);
      await expectNoShift(page);
      // The next page has the font, which is cached now.
      await page.goto('/apps/there');
      await untilIdle(page);
      const family = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--font-body'),
      );
      expect(family).toContain(`Text ${pairing}`);
    });
  });

for (const pairing of ['serif', 'humanist', 'mono'] as const)
  test(`${pairing}: a first visit is painted in the face of the site, with real bold and italics`, {
    tag: pairing === 'serif' ? [] : '@deep',
  }, async ({ browser, server }) => {
    await withSettings(server.url, { type_pairing: pairing }, async (owner) => {
      const path = await writePost(owner, '<h3>Łódź, Ночь, φως</h3><ul><li><p>Łódź, Ночь, φως</p></li></ul>');
      const page = await browser.newPage();
      await page.goto(server.url + path);
      await untilIdle(page);
      const early = await page.locator('link[rel=preload][as=font]').evaluateAll(async (links) => {
        const files = links.map((link) =>
          fetch((link as HTMLLinkElement).href).then((file) => file.arrayBuffer()),
        );
        return (await Promise.all(files)).map(({ byteLength }) => byteLength);
      });
      expect(early.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(firstPaintBytes);
      const session = await page.context().newCDPSession(page);
      const { root } = await session.send('DOM.getDocument');
      await session.send('CSS.enable');
      for (const selector of [
        '.post-title a',
        '.content > p',
        '.content strong',
        '.content em',
        '.content h3',
        '.content li p',
        '.meta-line time',
      ]) {
        const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
        const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
        expect(fonts.length, selector).toBeGreaterThan(0);
        expect(
          fonts.filter(({ isCustomFont }) => !isCustomFont),
          selector,
        ).toEqual([]);
      }
      await page.close();
    });
  });

test('titles in Japanese and Arabic use fonts of the system', { tag: '@deep' }, async ({ page, server }) => {
  await withSettings(server.url, { site_name: '旅の記録 مدونة' }, async () => {
    const { names } = await fontsOf(page, '/login');
    expect(names.filter((name) => !/alegreya|interface/.test(name))).toEqual([]);
  });
});
