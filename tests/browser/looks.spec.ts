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
