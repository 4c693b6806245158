import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { fillDemo } from '../../demo/fill.ts';
import { readDemoPosts } from '../../demo/posts.ts';
import { readConfig } from '../../src/config.ts';
import { copySite } from '../../src/features/publish/copy-site.ts';
import { folderTarget } from '../../src/features/publish/targets/folder.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { type StaticServer, serveFolder } from '../support/static-server.ts';

let folder: string;
let served: StaticServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-copied-'));
  const log = createLog('warn');
  const env = { DATA_DIR: path.join(folder, 'data'), SITE_URL: 'https://blog.example.org' };
  const { blog } = await openBlog(readConfig(env), log);
  const posts = readDemoPosts()
    .slice(0, 15)
    .map((post, index) => ({ ...post, images: post.images.slice(0, index < 2 ? 3 : 0) }));
  await fillDemo(blog, { posts });
  await copySite(blog, folderTarget(path.join(folder, 'copy')));
  await blog.db.destroy();
  served = await serveFolder(path.join(folder, 'copy'));
});
test.afterAll(async () => {
  served?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a static copy works in the browser without a server behind it', { tag: '@deep' }, async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(served.url);
  await expect(page.locator('article.card').first()).toBeVisible();
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Not Terrible|load more/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\/page\/2\/?$/);
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  const title = await page.locator('article.card h2').first().innerText();
  await page.locator('article.card h2 a').first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto(`${served.url}/apps/there`);
  // A click before the island is hydrated only reloads the page, as nothing answers the form.
  await expect(async () => {
    await page.getByRole('button', { name: '+', exact: true }).click();
    await expect(page.locator('output')).not.toHaveText('0', { timeout: 1000 });
  }).toPass();
  for (const path of ['/topics', '/archive', '/404.html']) {
    await page.goto(served.url + path);
    await expect(page.locator('main h1')).toBeVisible();
  }
  expect(problems).toEqual([]);
});
