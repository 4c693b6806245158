import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Draft, DraftHead } from '../../src/core/posts/api/writing.ts';
import type { Client } from '../support/client.ts';
import { expect, openScreen, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { save } from './writing-fields.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Page Content' });

const newPage = async (owner: Client, values: Record<string, unknown> = {}): Promise<Post> => {
  const { body, status } = await owner.post<Post>('/webapi/api/posts', {
    kind: 'page',
    post_title: `Page ${unique()}`,
    post_content: '<p>First words of a page.</p>',
    active: true,
    ...values,
  });
  expect(status).toBe(201);
  return body;
};

test('a page is written, published at its path, moved, deleted and restored', async ({
  page,
  browser,
  baseURL,
  expectConsole,
}) => {
  // A long journey; a busy machine is slow.
  test.setTimeout(120_000);
  expectConsole(/422/);
  const word = `about-${unique()}`;
  await page.goto('/admin');
  await openScreen(page, 'Posts', 'Pages');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pages');
  await page.getByRole('link', { name: 'Add Page' }).click();
  await expect(page).toHaveURL('/admin/pages/add');
  await expect(page.getByRole('heading', { level: 1, name: 'Add Page' })).toBeVisible();
  // Only what makes sense for a page.
  const panel = page.getByRole('complementary', { name: 'Settings of the page' });
  for (const label of ['Category', 'Tags', 'Web Title', 'Date'])
    await expect(panel.getByLabel(label)).toHaveCount(0);
  await expect(panel.getByRole('switch', { name: 'Comments are open' })).not.toBeChecked();
  await expectAccessible(page);

  await page.getByLabel('Page Title').fill(`Who we are ${word}`);
  await text(page).fill('We are a page.');
  await panel.getByLabel('Path').fill('admin');
  await expect(panel.getByLabel('Path')).toHaveValue('/admin');
  await expect(panel).toContainText('used for the admin area');
  await save(page).click();
  await expect(page.getByRole('alert').first()).toContainText('used for the admin area');
  await panel.getByLabel('Path').fill(`/us/${word}`);
  await panel.getByLabel('Status').selectOption('Active');
  await save(page).click();
  await expect(page).toHaveURL('/admin/pages');
  const row = page.getByRole('row', { name: `Who we are ${word}` });
  await expect(row).toContainText(`/us/${word}`);
  await expect(row).toContainText('Active');
  await expectAccessible(page);

  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Posts');
  await expect(page.getByRole('main')).not.toContainText(word);

  const reader = await browser.newPage({ baseURL: baseURL ?? '' });
  const url = (path: string) => new RegExp(`${path}$`);
  await reader.goto(`/us/${word}`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(`Who we are ${word}`);
  await expect(reader.getByRole('button', { name: /Terrible/ })).toHaveCount(0);
  await expect(reader.getByRole('heading', { name: 'Comments' })).toHaveCount(0);
  await expectAccessible(reader);

  await page.goto('/admin/pages');
  await row.getByRole('link', { name: /^edit/ }).click();
  await panel.getByLabel('Path').fill(`/${word}`);
  await save(page).click();
  await expect(page).toHaveURL('/admin/pages');
  await reader.goto(`/us/${word}`);
  await expect(reader).toHaveURL(url(`/${word}`));

  await row.getByRole('button', { name: /^delete/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this page?' });
  await expect(dialog).toContainText(`/${word}`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  expect((await reader.goto(`/${word}`))?.status()).toBe(410);
  await page.goto('/admin/bin');
  const binned = page.getByRole('listitem').filter({ hasText: word });
  await expect(binned).toContainText('Page');
  await binned.getByRole('button', { name: /^Restore the page/ }).click();
  await expect(binned).toHaveCount(0);
  expect((await reader.goto(`/${word}`))?.status()).toBe(200);
  await reader.close();
});

test('a draft of a new page stays a page', { tag: '@deep' }, async ({ page, owner }) => {
  const word = unique();
  await page.goto('/admin/pages/add');
  await page.getByLabel('Page Title').fill(`Half a page ${word}`);
  await text(page).fill('Not finished.');
  const draft = async () => {
    const { body } = await owner.get<DraftHead[]>('/webapi/api/admin/drafts');
    return body.find(({ post_title }) => post_title === `Half a page ${word}`);
  };
  await expect.poll(async () => (await draft())?.kind).toBe('page');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this page as a draft?' });
  await dialog.getByRole('button', { name: 'Keep as draft' }).click();
  await expect(page).toHaveURL('/admin/pages');
  const offer = page.getByRole('list', { name: 'Drafts' }).locator('li', { hasText: `Half a page ${word}` });
  await offer.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/admin\/pages\/add\?draft=/);
  await expect(text(page)).toHaveText('Not finished.');

  // From the server alone, and under the path of posts: the draft itself says what it is.
  const id = (await draft())?.id ?? '';
  expect((await owner.get<Draft>(`/webapi/api/admin/drafts/${id}`)).body.kind).toBe('page');
  await page.evaluate(() =>
    indexedDB.databases().then((all) => all.map(({ name }) => indexedDB.deleteDatabase(name ?? ''))),
  );
  await page.goto(`/admin/add?draft=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Add Page' })).toBeVisible();
  await save(page).click();
  await expect(page).toHaveURL('/admin/pages');
  const saved = await owner.get<Post[]>(`/webapi/api/admin/posts?kind=page&search=${word}`);
  expect(saved.body).toMatchObject([
    { kind: 'page', post_title_web: `/half-a-page-${word}`, comments_open: 0 },
  ]);
});

test('a page with comments takes them, in place', { tag: '@deep' }, async ({ owner, browser, baseURL }) => {
  const { id, post_title_web: path } = await newPage(owner, { comments_open: true });
  const reader = await browser.newPage({ baseURL: baseURL ?? '' });
  await reader.goto(path);
  await reader
    .getByRole('button', { name: 'Comment' })
    .or(reader.getByRole('link', { name: 'Comment' }))
    .click();
  await reader.getByRole('textbox', { name: 'Comment' }).fill('A comment on a page');
  await reader.getByRole('button', { name: 'Submit' }).click();
  await expect(reader.getByText('Thank you for submitting a comment.')).toBeVisible();
  const comments = await owner.get<unknown[]>(`/webapi/api/posts/comment/all/${id}`);
  expect(comments.body).toHaveLength(1);
  await reader.close();
});

test('a conflict, versions and previews of a page speak of a page', { tag: '@deep' }, async ({
  page,
  owner,
  expectConsole,
}) => {
  expectConsole(/409/);
  const made = await newPage(owner, { active: false });
  await page.goto(`/admin/edit/${made.id}`);
  await expect(text(page)).toHaveText('First words of a page.');
  await owner.put(`/webapi/api/posts/${made.id}`, { post_content: '<p>Changed elsewhere.</p>' });
  await text(page).fill('Changed here.');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'This page was changed elsewhere' });
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page).toHaveURL('/admin/pages');
  await page.goto(`/admin/edit/${made.id}/revisions`);
  await page.getByRole('link', { name: 'Back to the page' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText('Changed here.')).toBeVisible();
  await expect(preview.locator('time')).toHaveCount(0);
});

test('the list of pages fits on a phone, also with a long path', { tag: '@deep' }, async ({
  page,
  owner,
}) => {
  const long = `/${'a'.repeat(80)}`.repeat(4);
  await newPage(owner, { post_title_web: `${long}/${unique()}`, post_title: `Long ${'x'.repeat(200)}` });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/admin/pages');
    await expect(page.getByRole('link', { name: /^Long/ }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(page);
  }
});
