import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { lookNames, looks } from '../../src/core/site/looks/looks.ts';
import { siteOfWorker } from './fixtures.ts';
import { type Content, expect, test as withContent } from './site-content.ts';

const test = withContent.extend({ server: siteOfWorker('looks') });

const tagline = 'Notes from a window seat, written between two stations and sometimes after the last one';

const choose = async (content: Content, look: (typeof lookNames)[number]) => {
  const { layout, type_pairing, theme_color } = looks[look];
  const { status } = await content.admin.put('/webapi/api/admin/site', {
    look,
    layout,
    type_pairing,
    theme_color,
    tagline,
  });
  expect(status).toBe(200);
};

for (const look of lookNames)
  test(`${look}: on a phone the first title is in the upper third, below logo and tagline`, {
    tag: '@deep',
  }, async ({ page, content }) => {
    await choose(content, look);
    const logo = new FormData();
    const square = sharp({ create: { width: 200, height: 200, channels: 3, background: '#207050' } });
    logo.append(
      'image',
      new Blob([new Uint8Array(await square.png().toBuffer())], { type: 'image/png' }),
      'l.png',
    );
    expect((await content.admin.post('/webapi/api/admin/site/images/logo', logo)).status).toBeLessThan(300);
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 780 });
      for (const path of ['/', '/?view=compact', '/filter/travel', `/post/${content.rich.post_title_web}`]) {
        await page.goto(path);
        const title = page.locator('main :is(h1, .post-title):not(.visually-hidden)').first();
        expect((await title.boundingBox())?.y, `${path} ${width}`).toBeLessThanOrEqual(220);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      }
    }
  });

/** The average of all lines but the last. */
const charactersOfLine = (page: Page): Promise<number> =>
  page
    .locator('.post > .content > p')
    .first()
    .evaluate(({ firstChild }) => {
      const lines = new Map<number, number>();
      const range = document.createRange();
      for (let index = 0; index < (firstChild as Text).length; index++) {
        range.setStart(firstChild as Text, index);
        range.setEnd(firstChild as Text, index + 1);
        const { top } = range.getBoundingClientRect();
        lines.set(top, (lines.get(top) ?? 0) + 1);
      }
      const full = [...lines.values()].slice(0, -1);
      return full.reduce((sum, length) => sum + length, 0) / full.length;
    });

test('a line of text has 45 to 75 characters where there is room', { tag: '@deep' }, async ({
  page,
  content,
}) => {
  const sentence = 'The tide comes in twice a day and leaves something on the sand each time that it goes. ';
  const post = await content.write({ title: 'Lines', content: `<p>${sentence.repeat(12)}</p>` });
  for (const look of lookNames) {
    await choose(content, look);
    for (const width of [820, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/post/${post.post_title_web}`);
      await page.evaluate(() => document.fonts.ready);
      const length = await charactersOfLine(page);
      expect.soft(length, `${look} ${width}`).toBeGreaterThanOrEqual(45);
      expect.soft(length, `${look} ${width}`).toBeLessThanOrEqual(75);
    }
  }
});

test('the tagline is below the name, and the menu beside both', async ({ page, content }) => {
  await choose(content, 'journal');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/topics');
    const box = async (selector: string) => {
      const found = await page.locator(selector).first().boundingBox();
      if (!found) throw new Error(`${selector} is not shown.`);
      return { ...found, bottom: found.y + found.height };
    };
    const [name, line, menu] = [
      await box('.site-title'),
      await box('.tagline'),
      await box(width < 768 ? '.menu summary' : '.menu ul'),
    ];
    expect(line.x).toBe(name.x);
    expect(line.y).toBeGreaterThanOrEqual(name.bottom);
    expect(menu.y).toBeLessThan(line.y);
    expect(menu.x).toBeGreaterThanOrEqual(line.x + line.width);
  }
});
