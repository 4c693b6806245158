import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { fillDemo } from '../../demo/fill.ts';
import { canSandbox, findBrowser } from '../../tests/support/browser.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../operator/log.ts';
import { openBlog } from '../server/open-blog.ts';
import { start } from '../server/start.ts';
import { titleFonts } from '../web/ui/title-fonts.ts';

type Shot = {
  name: string;
  path: string;
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  font: (typeof titleFonts)[number];
};

const post = '/post/night-train-to-the-north';
const shots: Shot[] = [
  { name: 'list', path: '/', width: 1280, height: 860, scheme: 'light', font: titleFonts[2] },
  { name: 'post', path: post, width: 1280, height: 1180, scheme: 'light', font: titleFonts[0] },
  { name: 'dark', path: '/filter/travel', width: 1280, height: 1180, scheme: 'dark', font: titleFonts[1] },
  { name: 'phone', path: post, width: 390, height: 844, scheme: 'light', font: titleFonts[3] },
];
const place = path.resolve(import.meta.dirname, '../../docs/screenshots');

/** The pictures of the README, made anew from the demo. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'not-terrible-screenshots-'));
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_PASSWORD: 'only for pictures',
    LOG_LEVEL: 'warn',
  });
  const log = createLog(config.logLevel);
  try {
    const { blog } = await openBlog(config, log);
    await fillDemo(blog, () => {});
    await blog.db.destroy();
    const running = await start(config, log);
    const executablePath = await findBrowser();
    const browser = await chromium.launch({ executablePath, chromiumSandbox: canSandbox(executablePath) });
    await mkdir(place, { recursive: true });
    for (const shot of shots) await take(browser, running.url, shot);
    await browser.close();
    await running.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const { width, height, scheme } = shot;
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: width < 500 ? 2 : 1,
  });
  await page.route('**/title-font.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: `:root{--title-font:"${shot.font}"}` }),
  );
  await page.goto(url + shot.path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await page.close();
  const file = path.join(place, `${shot.name}.png`);
  await writeFile(file, await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toBuffer());
  console.log(file);
}

await main();
