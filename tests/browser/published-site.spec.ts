import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createPost } from '../../src/core/posts/write-posts.ts';
import { startWithJobsHere } from '../support/jobs-here.ts';
import { publishedFolder } from '../support/published-site.ts';
import { startSite, type TestSite } from '../support/site.ts';

let published: Awaited<ReturnType<typeof publishedFolder>>;
let site: TestSite;
const start = async () => {
  site = await startSite({ env: published.env, start: startWithJobsHere });
};

test.beforeAll(async () => {
  test.setTimeout(120_000);
  published = await publishedFolder();
  await start();
});
test.afterAll(async () => {
  await site?.dispose();
  await published?.dispose();
});

const waiting = async (): Promise<string[]> => {
  const rows = await site.blog.db.selectFrom('comments').select('comment_text').orderBy('id').execute();
  return rows.map(({ comment_text }) => comment_text);
};

test('readers vote, comment and search on published pages, which outlive the server', async ({ page }) => {
  test.setTimeout(180_000);
  await createPost(site.blog, {
    post_title: 'Tea',
    post_content: '<p>About leaves.</p>',
    active: true,
  });
  const isPublished = () => published.has('post/tea/index.html') && published.has('search/index.html');
  await expect.poll(isPublished, { timeout: 60_000 }).toBe(true);
  // The numbers of the server, in one request, whatever the file says.
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(published.live)) requests.push(new URL(request.url()).pathname);
  });
  const file = path.join(published.env.PUBLISH_TO, 'post/tea/index.html');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('(0)', '(7)').replace('&quot;votes&quot;:0', '&quot;votes&quot;:7'));
  await page.goto(`${published.url}/post/tea/`);
  const button = page.getByRole('button', { name: 'This is Terrible (0)' });
  await expect(button).toBeVisible();
  expect(requests).toEqual(['/webapi/api/counts']);
  await button.click();
  await expect(page.getByRole('button', { name: 'Not Terrible (1)' })).toBeVisible();
  const write = async (text: string) => {
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByLabel('Comment', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Submit' }).click();
  };
  await write('The first comment from here.');
  await expect(page.locator('#comment-entry').getByText('Thank you for submitting')).toBeVisible();

  await site.stop();
  for (const shown of ['/', '/post/tea/', '/search/']) {
    const answer = await page.goto(published.url + shown);
    expect(answer?.status()).toBe(200);
  }
  await page.getByRole('main').getByRole('searchbox').fill('leaves');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  const away = page.getByText('The server is not answering right now.');
  await expect(away).toBeVisible();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('leaves');
  await page.goto(`${published.url}/post/tea/`);
  await write('Typed while the server was away.');
  await expect(away).toBeVisible();
  const field = page.getByLabel('Comment', { exact: true });
  await expect(field).toHaveValue('Typed while the server was away.');
  await page.reload();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(field).toHaveValue('Typed while the server was away.');

  await start();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('#comment-entry').getByText('Thank you for submitting')).toBeVisible();
  expect(await waiting()).toEqual(['The first comment from here.', 'Typed while the server was away.']);
  await page.goto(`${published.url}/search/`);
  await page.getByRole('main').getByRole('searchbox').fill('leaves');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Tea' }).click();
  await expect(page).toHaveURL(`${published.url}/post/tea/`);
});
