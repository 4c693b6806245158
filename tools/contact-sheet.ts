import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { lookNames, looks } from '../src/core/site/looks/looks.ts';
import { changeSite } from '../src/core/site/site.ts';
import type { RunningSite } from '../src/server/start.ts';

const pages = {
  list: '/',
  category: '/filter/travel',
  tag: '/tag/tea',
  post: '/post/night-train-to-the-north',
  everything: '/post/everything-a-post-can-hold',
  page: '/about',
  archive: '/archive',
  topics: '/topics',
  search: '/search?q=train',
  missing: '/no-such-page',
};
const widths = [320, 360, 820, 1280, 1920];
const media = ['light', 'dark', 'print'] as const;
/** Of a screenshot, in its own pixels; the rest of a long page looks like its beginning. */
const maxHeight = 2400;
const thumbnailWidth = 300;

type Tile = { file: string; name: string };

/**
 * Writes every public page in every look, width and medium into a folder, and for each page and medium a sheet with all looks in
 * rows and all widths in columns. `index.html` shows the sheets.
 */
export async function contactSheet(
  browser: Browser,
  { url, blog }: RunningSite,
  folder: string,
  only: readonly string[] = [],
): Promise<void> {
  const chosen = lookNames.filter((name) => only.length === 0 || only.includes(name));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const page = await (await browser.newContext()).newPage();
  for (const look of chosen) {
    const { layout, type_pairing, theme_color } = looks[look];
    await changeSite(blog, { look, layout, type_pairing, theme_color });
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(url + address, { waitUntil: 'networkidle' });
      for (const width of widths)
        for (const medium of media)
          await take(page, width, medium, path.join(folder, file(look, name, width, medium)));
    }
    console.log(look);
  }
  const sheets: Tile[] = [];
  for (const name of Object.keys(pages))
    for (const medium of media) {
      const sheet = `sheet-${name}-${medium}.webp`;
      const rows = chosen.map((look) => widths.map((width) => file(look, name, width, medium)));
      await writeFile(path.join(folder, sheet), await montage(folder, rows));
      sheets.push({ file: sheet, name: `${name}, ${medium}` });
    }
  await writeFile(path.join(folder, 'index.html'), indexOf(sheets));
  console.log(path.join(folder, 'index.html'));
}

const file = (look: string, page: string, width: number, medium: string): string =>
  `${page}-${medium}-${look}-${width}.webp`;

async function take(page: Page, width: number, medium: (typeof media)[number], to: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({
    media: medium === 'print' ? 'print' : 'screen',
    colorScheme: medium === 'dark' ? 'dark' : 'light',
  });
  await page.evaluate(() => document.fonts.ready);
  const [overflow, height] = await page.evaluate(() => [
    document.documentElement.scrollWidth > document.documentElement.clientWidth,
    document.documentElement.scrollHeight,
  ]);
  if (overflow) console.log(`wider than the window: ${path.basename(to)}`);
  const clip = { x: 0, y: 0, width, height: Math.min(Number(height), maxHeight) };
  const image = await page.screenshot({ fullPage: true, clip });
  await writeFile(to, await sharp(image).webp({ quality: 70, effort: 1 }).toBuffer());
}

/** Images beside and below each other, all of the same width. */
async function montage(folder: string, rows: readonly (readonly string[])[]): Promise<Buffer> {
  const cellHeight = 420;
  const gap = 12;
  const composed: OverlayOptions[] = [];
  for (const [row, files] of rows.entries())
    for (const [column, name] of files.entries()) {
      const input = await sharp(await readFile(path.join(folder, name)))
        .resize({ width: thumbnailWidth, height: cellHeight, fit: 'cover', position: 'top' })
        .toBuffer();
      composed.push({ input, left: column * (thumbnailWidth + gap), top: row * (cellHeight + gap) });
    }
  const columns = rows[0]?.length ?? 0;
  return sharp({
    create: {
      width: columns * (thumbnailWidth + gap),
      height: rows.length * (cellHeight + gap),
      channels: 3,
      background: '#888',
    },
  })
    .composite(composed)
    .webp({ quality: 80 })
    .toBuffer();
}

const indexOf = (sheets: readonly Tile[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Contact sheet</title>
<p>Rows: ${lookNames.join(', ')}. Columns: ${widths.join(', ')} pixels.</p>
${sheets.map((sheet) => `<h2>${sheet.name}</h2><img src="${sheet.file}" alt="">`).join('\n')}
</html>
`;
