import type { Page } from '@playwright/test';
import type { AdminPost, Post } from '../../src/core/posts/api/posts.ts';
import { addImage, expect, listOf, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

const rowOf = (page: Page, post: Post) => page.locator('tbody', { hasText: post.post_title });
const deletePost = async (page: Page, post: Post) => {
  await page.goto(listOf(post));
  await rowOf(page, post).getByRole('button', { name: 'delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, post)).toBeHidden();
};

test('a deleted post can be brought back with Undo in the notice, by pointer and by keyboard', async ({
  page,
  newPost,
  owner,
}) => {
  const post = await newPost();
  await deletePost(page, post);
  const notice = page.getByRole('status').filter({ hasText: `The post "${post.post_title}" was deleted.` });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, post)).toBeVisible();
  expect((await owner.get(`/webapi/api/posts/${post.id}`)).status).toBe(200);

  await deletePost(page, post);
  // The row leaves at once, the notice comes with the answer.
  await expect(notice).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, post)).toBeVisible();

  // A notice that can undo outlasts others, and leaves with the next navigation once it is ten seconds old.
  await page.clock.install();
  await deletePost(page, post);
  await expect(notice).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('link', { name: 'Detail' }).click();
  await page.clock.runFor(1_000);
  await expect(notice).toHaveCount(0);
});

test('on a full disk a post can be deleted for good from the notice', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
  expectConsole,
}) => {
  expectConsole(/507/);
  const post = await newPost();
  await page.route(`**/webapi/api/posts/${post.id}`, (route) =>
    route.fulfill({
      status: 507,
      json: { error: { code: 'no_room', message: "The site's disk is full.", id: '1' } },
    }),
  );
  await page.goto(listOf(post));
  await rowOf(page, post).getByRole('button', { name: 'delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const notice = page.getByRole('alert').filter({ hasText: "The site's disk is full." });
  await expect(rowOf(page, post)).toBeVisible();
  await notice.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 item was deleted for good.' })).toBeVisible();
  await expect(rowOf(page, post)).toBeHidden();
  expect((await owner.get<{ id: number }[]>('/webapi/api/admin/bin')).body).not.toContainEqual(
    expect.objectContaining({ id: post.id }),
  );
});

test('on a full disk several posts can be deleted for good from the notice', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
  expectConsole,
}) => {
  expectConsole(/507/);
  const word = `full${unique()}`;
  const posts = [await newPost({ post_title: `${word} one` }), await newPost({ post_title: `${word} two` })];
  const noRoom = { error: { code: 'no_room', message: "The site's disk is full.", id: '1' } };
  await page.route('**/webapi/api/admin/posts/bulk', (route) =>
    route.request().postDataJSON().action === 'bin'
      ? route.fulfill({ status: 507, json: noRoom })
      : route.continue(),
  );
  await page.goto(`/admin?search=${word}`);
  for (const post of posts) await rowOf(page, post).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Move to bin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 items were deleted for good.' })).toBeVisible();
  for (const post of posts) await expect(rowOf(page, post)).toBeHidden();
  const { body } = await owner.get<{ post_title: string }[]>('/webapi/api/admin/bin');
  expect(body.filter(({ post_title }) => post_title.startsWith(word))).toEqual([]);
});

test('the bin lists, restores and deletes for good', async ({ page, newPost, owner }) => {
  const [kept, gone] = [await newPost(), await newPost()];
  await addImage(owner, kept.id, '#b5651d');
  for (const { id } of [kept, gone]) await owner.delete(`/webapi/api/posts/${id}`);
  await page.goto('/admin/bin');
  const items = page.getByRole('list', { name: 'Deleted posts and images' }).getByRole('listitem');
  const keptItem = items.filter({ hasText: kept.post_title });
  const goneItem = items.filter({ hasText: gone.post_title });
  await expect(keptItem).toContainText('Goes for good on');
  const image = keptItem.locator('img');
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);

  await goneItem.getByRole('button', { name: 'Delete now' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`The post "${gone.post_title}" will be deleted for good`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(goneItem).toHaveCount(0);
  await keptItem.getByRole('button', { name: 'Restore' }).click();
  await expect(keptItem).toHaveCount(0);
  await expect(page.getByText('Restored from the bin.')).toBeVisible();
  expect((await owner.get(`/webapi/api/posts/${kept.id}`)).status).toBe(200);

  await owner.delete(`/webapi/api/posts/${kept.id}`);
  await page.reload();
  await page.getByRole('button', { name: 'Empty bin' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(keptItem).toBeVisible();
  await page.getByRole('button', { name: 'Empty bin' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The bin is empty.')).toBeVisible();
});

test('many posts are changed at once, and moved to the bin and back', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
}) => {
  const word = `bulk${unique()}`;
  const posts: Post[] = [];
  for (const number of [1, 2, 3, 4]) posts.push(await newPost({ post_title: `Number ${number} ${word}` }));
  const stored = async () => {
    const { body } = await owner.get<AdminPost[]>(
      `/webapi/api/admin/posts?search=${word}&sort=title&order=asc`,
    );
    return body;
  };
  await page.goto(`/admin?search=${word}&order=title`);
  const box = (index: number) => page.getByRole('checkbox', { name: `Select ${posts[index]?.post_title}` });
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await expect(bar).toHaveCount(0);
  await box(0).focus();
  await page.keyboard.press('Space');
  await expect(bar).toContainText('1 selected');
  await box(2).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('3 selected');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'DeActivate' }).click();
  await expect(page.getByText('3 posts were deactivated.')).toBeVisible();
  expect((await stored()).map(({ active }) => active)).toEqual([0, 0, 0, 1]);
  await bar.getByLabel('Tag for the selected posts').fill('several');
  await bar.getByRole('button', { name: 'Add tag' }).click();
  await expect(page.getByText('3 posts were tagged with several.')).toBeVisible();
  expect((await stored()).map(({ tags }) => tags.length)).toEqual([1, 1, 1, 0]);
  await page.getByLabel('Select all on this page').check();
  await expect(bar).toContainText('4 selected');
  await bar.getByRole('button', { name: 'Move to bin' }).click();
  await expect(page.getByRole('dialog')).toContainText('4 posts will be deleted.');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No post matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box(3)).toBeVisible();
  expect(await stored()).toHaveLength(4);
});

test('the library searches, edits alt text, and offers its images to the editor', async ({
  page,
  newPost,
  owner,
}) => {
  const post = await newPost();
  await addImage(owner, post.id, '#1d76db');
  await page.goto('/admin/image');
  await page.getByRole('searchbox', { name: 'Search' }).last().fill(post.post_title);
  const items = page.getByRole('list', { name: 'Images' }).getByRole('listitem');
  await expect(items).toHaveCount(1);
  await items.getByRole('button', { name: /^Edit alt text/ }).click();
  const alt = `A blue square ${unique()}`;
  await items.getByLabel('Alt text', { exact: true }).fill(alt);
  await items.getByRole('button', { name: 'Save' }).click();
  await expect(items).toContainText(alt);
  await items.getByText('Where used').click();
  await expect(items).toContainText('Main image of');
  await expectAccessible(page);

  const other = await newPost();
  await page.goto(`/admin/edit/${other.id}`);
  await page.getByRole('button', { name: 'Insert Image' }).click();
  await page.getByRole('button', { name: 'Choose from library' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose images' });
  await dialog.getByRole('searchbox').fill(alt);
  const option = dialog.getByRole('option');
  await expect(option).toHaveCount(1);
  await option.focus();
  await page.keyboard.press('Space');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(page.locator('.editor-content').getByRole('img', { name: alt })).toBeVisible();
});
