import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { fillDemo } from '../demo/fill.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log/log.ts';
import { titleFonts } from '../src/platform/web/ui/title-fonts.ts';
import { openBlog } from '../src/server/open-blog.ts';
import { start } from '../src/server/start.ts';
import { canSandbox, findBrowser } from '../tests/support/browser.ts';

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
const outputFolder = path.resolve(import.meta.dirname, '../docs/screenshots');

/** Takes the screenshots of the README from a new demo site. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'not-terrible-screenshots-'));
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_PASSWORD: 'only for screenshots',
    LOG_LEVEL: 'warn',
  });
  const log = createLog(config.logLevel);
  try {
    const { blog } = await openBlog(config, log);
    await fillDemo(blog);
    await blog.db.destroy();
    const running = await start(config, log);
    const executablePath = await findBrowser();
    const browser = await chromium.launch({ executablePath, chromiumSandbox: canSandbox(executablePath) });
    await mkdir(outputFolder, { recursive: true });
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
  // The style sheet of the theme, with the title font of this screenshot instead of a random one.
  await page.route('**/theme.css*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/--title-font:"[^"]*"/, `--title-font:"${shot.font}"`);
    await route.fulfill({ response, body });
  });
  await page.goto(url + shot.path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const screenshot = await page.screenshot();
  await page.close();
  const file = path.join(outputFolder, `${shot.name}.png`);
  await writeFile(file, await sharp(screenshot).png({ palette: true, quality: 90, effort: 10 }).toBuffer());
  console.log(file);
}

await main();
