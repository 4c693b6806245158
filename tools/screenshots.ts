import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
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
  /** For screens of the owner. */
  open?(page: Page): Promise<void>;
};

const password = 'only for screenshots';

const post = '/post/night-train-to-the-north';
const shots: Shot[] = [
  { name: 'list', path: '/', width: 1280, height: 860, scheme: 'light', font: titleFonts[2] },
  { name: 'post', path: post, width: 1280, height: 1180, scheme: 'light', font: titleFonts[0] },
  { name: 'dark', path: '/filter/travel', width: 1280, height: 1180, scheme: 'dark', font: titleFonts[1] },
  {
    name: 'editor',
    path: '/post/everything-a-post-can-hold',
    width: 1280,
    height: 1180,
    scheme: 'light',
    font: titleFonts[0],
    open: async (page) => {
      await page.getByRole('link', { name: 'edit', exact: true }).first().click();
      await page.getByLabel('Post Content').locator('figure img').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'comments',
    path: '/admin/comments',
    width: 1280,
    height: 1180,
    scheme: 'light',
    font: titleFonts[0],
    open: (page) => page.getByRole('button', { name: 'approve', exact: true }).first().waitFor(),
  },
  { name: 'phone', path: post, width: 390, height: 844, scheme: 'light', font: titleFonts[3] },
];
const outputFolder = path.resolve(import.meta.dirname, '../docs/screenshots');

/** Takes the screenshots of the README from a new demo site. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'not-terrible-screenshots-'));
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_PASSWORD: password,
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
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: width < 500 ? 2 : 1,
  });
  const page = await context.newPage();
  if (shot.open) await signIn(page, url);
  // The style sheet of the theme, with the title font of this screenshot instead of a random one.
  await page.route('**/theme.css*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/--title-font:"[^"]*"/, `--title-font:"${shot.font}"`);
    await route.fulfill({ response, body });
  });
  await page.goto(url + shot.path, { waitUntil: 'networkidle' });
  await shot.open?.(page);
  await page.evaluate(() => document.fonts.ready);
  const screenshot = await page.screenshot();
  await context.close();
  const file = path.join(outputFolder, `${shot.name}.png`);
  await writeFile(file, await sharp(screenshot).png({ palette: true, quality: 90, effort: 10 }).toBuffer());
  console.log(file);
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel('UserName').fill('admin');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/admin');
}

await main();
