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
  /** Until the screen is complete; for screens of the owner, as the owner. */
  open?(page: Page): Promise<unknown>;
};

/** Those of the README and the handbook, which show them in the scheme of the reader. */
const shots = (post: number): Shot[] => [
  { name: 'post', path: '/post/night-train-to-the-north' },
  {
    name: 'editor',
    path: urls.editPost(post),
    open: (page) => page.getByLabel('Post Content').locator('img[src]').first().waitFor(),
  },
  {
    name: 'blocks',
    path: urls.editPost(post),
    open: async (page) => {
      await page.getByLabel('Post Content').locator('p').first().click();
      await page.evaluate(() => {
        const { anchorNode } = getSelection() as Selection;
        getSelection()?.collapse(anchorNode?.parentElement?.closest('p') ?? null, 1);
      });
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'publish',
    path: urls.editPost(post),
    open: async (page) => {
      await page.getByRole('button', { name: 'Update', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'comments',
    path: `${urls.admin}/comments`,
    open: (page) => page.getByRole('button', { name: 'approve', exact: true }).first().waitFor(),
  },
  ...Object.entries({
    posts: '',
    drafts: '?status=draft',
    images: '/image',
    appearance: '/design',
    menu: '/menu',
    statistics: '/statistics',
    connections: '/settings/connections',
    import: '/import',
  }).map(([name, screen]) => ({
    name,
    path: urls.admin + screen,
    open: (page: Page) => page.getByRole('heading', { level: 1 }).waitFor(),
  })),
];

/**
 * Takes the screenshots of the README, the handbook and the looks from a new demo site, or with --sheet only the contact sheet, in the folder
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
      await docsShots(browser, running);
      await lookShots(browser, running);
    }
    await browser.close();
    await running.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function docsShots(browser: Browser, { url, blog }: RunningSite): Promise<void> {
  const { id } = await blog.db
    .selectFrom('posts')
    .select('id')
    .where('post_title', '=', 'Night Train to the North')
    .executeTakeFirstOrThrow();
  const folder = path.join(root, 'docs/screenshots');
  await mkdir(folder, { recursive: true });
  for (const colorScheme of schemes)
    for (const { name, path: target, open } of shots(id)) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 960 }, colorScheme });
      const page = await context.newPage();
      if (open) await signIn(page, url);
      await fixTitleFont(page);
      await page.goto(url + target, { waitUntil: 'networkidle' });
      await open?.(page);
      await page.evaluate(() => document.fonts.ready);
      await write(
        path.join(folder, `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`),
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
