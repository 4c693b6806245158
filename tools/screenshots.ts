import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { fillDemo } from '../demo/fill.ts';
import { readConfig } from '../src/config.ts';
import { lookNames, looks } from '../src/core/site/looks/looks.ts';
import { changeSite } from '../src/core/site/site.ts';
import { urls } from '../src/platform/http/urls.ts';
import { createLog } from '../src/platform/log/log.ts';
import { titleFonts } from '../src/platform/web/ui/title-fonts.ts';
import { openBlog } from '../src/server/open-blog.ts';
import { type RunningSite, start } from '../src/server/start.ts';
import { canSandbox, findBrowser } from '../tests/support/browser.ts';
import { contactSheet } from './contact-sheet.ts';

const password = 'only for screenshots';
const root = path.resolve(import.meta.dirname, '..');
const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

type Shot = {
  name: string;
  path: string;
  width: number;
  height: number;
  open?(page: Page): Promise<unknown>;
};

/** Those of the README; `open` is for screens of the owner. */
const shots = (editedPost: number): Shot[] => [
  { name: 'post', path: '/post/night-train-to-the-north', width: 1280, height: 960 },
  {
    name: 'editor',
    path: urls.editPost(editedPost),
    width: 1280,
    height: 960,
    open: (page) => page.getByLabel('Post Content').locator('img[src]').first().waitFor(),
  },
  {
    name: 'comments',
    path: `${urls.admin}/comments`,
    width: 1280,
    height: 960,
    open: (page) => page.getByRole('button', { name: 'approve', exact: true }).first().waitFor(),
  },
];

/**
 * Takes the screenshots of the README and of the looks from a new demo site, or with --sheet only the contact sheet, in the folder
 * `contact-sheet`; names of looks limit it to these.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { sheet: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'not-terrible-screenshots-'));
  const config = readConfig({ DATA_DIR: folder, PORT: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' });
  const log = createLog(config.logLevel);
  try {
    const { blog } = await openBlog(config, log);
    await fillDemo(blog);
    // An announcement would be on every screenshot.
    await blog.db.deleteFrom('settings').where('name', '=', 'announcement').execute();
    await blog.db.destroy();
    const running = await start(config, log);
    const executablePath = await findBrowser();
    const browser = await chromium.launch({ executablePath, chromiumSandbox: canSandbox(executablePath) });
    if (values.sheet) await contactSheet(browser, running, path.join(root, 'contact-sheet'), positionals);
    else {
      await readmeShots(browser, running);
      await lookShots(browser, running);
    }
    await browser.close();
    await running.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readmeShots(browser: Browser, { url, blog }: RunningSite): Promise<void> {
  const post = await blog.db
    .selectFrom('posts')
    .select('id')
    .where('post_title', '=', 'Night Train to the North')
    .executeTakeFirstOrThrow();
  const folder = path.join(root, 'docs/screenshots');
  await mkdir(folder, { recursive: true });
  for (const scheme of schemes)
    for (const shot of shots(post.id)) {
      const context = await browser.newContext({
        viewport: { width: shot.width, height: shot.height },
        colorScheme: scheme,
      });
      const page = await context.newPage();
      if (shot.open) await signIn(page, url);
      await fixTitleFont(page);
      await page.goto(url + shot.path, { waitUntil: 'networkidle' });
      await shot.open?.(page);
      await page.evaluate(() => document.fonts.ready);
      await write(
        path.join(folder, `${shot.name}${scheme === 'dark' ? '-dark' : ''}.webp`),
        sharp(await page.screenshot()).webp({ quality: 82, effort: 6 }),
      );
      await context.close();
    }
}

/** The front page in each look, for the owner who chooses one. */
async function lookShots(browser: Browser, { url, blog }: RunningSite): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1120, height: 840 } });
  const page = await context.newPage();
  await fixTitleFont(page);
  for (const look of lookNames) {
    const { layout, type_pairing, theme_color } = looks[look];
    await changeSite(blog, { look, layout, type_pairing, theme_color });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    await write(
      path.join(root, 'src/core/site/looks', look, 'picture.webp'),
      sharp(await page.screenshot())
        .resize({ width: 560 })
        .webp({ quality: 72, effort: 6 }),
    );
  }
  await context.close();
}

async function write(file: string, image: Sharp): Promise<void> {
  const bytes = await image.toBuffer();
  await writeFile(file, bytes);
  console.log(`${path.relative(root, file)} ${Math.ceil(bytes.length / 1024)} KB`);
}

/** The style sheet of the theme, always with the same title font instead of a random one. */
export const fixTitleFont = (page: Page): Promise<unknown> =>
  page.route('**/theme.css*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/--title-font:"[^"]*"/, `--title-font:"${titleFonts[0]}"`);
    await route.fulfill({ response, body });
  });

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${urls.login}`, { waitUntil: 'networkidle' });
  await page.getByLabel('UserName').fill('admin');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`**${urls.admin}`);
}

await main();
