import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { expect, imageFile, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { content, title } from './writing-fields.ts';

const drafts = (page: Page) => page.getByRole('list', { name: 'Drafts' });
const offer = (page: Page, name: string) => drafts(page).locator('li', { hasText: name });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).click();

async function write(page: Page, name: string, words: string): Promise<void> {
  await title(page).fill(name);
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

/** A post that was never saved is kept as a draft only if the author says so. */
async function leave(page: Page): Promise<void> {
  const isNew = new URL(page.url()).pathname === '/admin/add';
  await page.getByRole('link', { name: 'All Posts' }).click();
  if (isNew) await page.getByRole('dialog').getByRole('button', { name: 'Keep as draft' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await openDrafts(page);
}

const openDrafts = (page: Page) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Drafts' }).click();

const moved = (page: Page, name: string) =>
  page.getByRole('status').filter({ hasText: `The draft of the post "${name}" was moved to the bin.` });

test('a draft in the list of unsaved changes is moved to the bin, with Undo, and restored from there', async ({
  page,
}) => {
  const name = `Binned ${unique()}`;
  await page.goto('/admin/add');
  await write(page, name, 'Many words.');
  await leave(page);
  await offer(page, name).getByRole('button', { name: 'Move to bin' }).click();
  await expect(offer(page, name)).toHaveCount(0);
  await moved(page, name).getByRole('button', { name: 'Undo' }).click();
  await expect(offer(page, name)).toHaveCount(1);

  await offer(page, name).getByRole('button', { name: 'Move to bin' }).click();
  await expect(moved(page, name)).toBeVisible();
  await goTo(page, 'Bin');
  const entry = page
    .getByRole('list', { name: 'Deleted drafts' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(entry).toContainText('Goes for good on');
  await expectAccessible(page);
  await entry.getByRole('button', { name: 'Restore' }).click();
  await expect(entry).toHaveCount(0);
  await page.goto('/admin?status=draft');
  await offer(page, name).getByRole('link', { name: 'Continue' }).click();
  await expect(title(page)).toHaveValue(name);
  await expect(content(page)).toHaveText('Many words.');
});

for (const { way, tag } of [
  { way: 'Start over', tag: [] },
  { way: 'Use the saved post', tag: '@deep' },
])
  test(`"${way}" moves the draft to the bin with the last words, and Undo opens it again`, { tag }, async ({
    page,
    newPost,
  }) => {
    const name = `Again ${unique()}`;
    const post = way === 'Start over' ? null : await newPost();
    await page.goto(post ? `/admin/edit/${post.id}` : '/admin/add');
    await write(page, name, 'Many words.');
    await leave(page);
    await offer(page, name).getByRole('link', { name: 'Continue' }).click();
    await expect(title(page)).toHaveValue(name);
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And more.');
    await page.getByRole('button', { name: way }).click();
    await expect(title(page)).toHaveValue(post?.post_title ?? '');
    await moved(page, name).getByRole('button', { name: 'Undo' }).click();
    await expect(title(page)).toHaveValue(name);
    await expect(content(page)).toContainText('Many words. And more.');
  });

test('a draft stays where it is when it cannot be moved to the bin', { tag: '@deep' }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  expectConsole(/Failed to fetch/);
  const name = `Offline ${unique()}`;
  await page.goto('/admin/add');
  await write(page, name, 'Many words.');
  await leave(page);
  await page.route('**/webapi/api/admin/drafts/*', (route) => route.abort());
  await offer(page, name).getByRole('button', { name: 'Move to bin' }).click();
  await expect(page.getByRole('alert')).toContainText('Server error');
  await expect(offer(page, name)).toHaveCount(1);
});

test('unsaved settings that are replaced by the saved ones come back with Undo', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/admin/settings/announcement');
  const unsaved = page
    .getByRole('region', { name: 'Not saved yet' })
    .locator('li', { hasText: 'the announcement' });
  const message = page.getByRole('form', { name: 'Announcement' }).getByLabel('Title');
  await message.fill(`Typed ${unique()}`);
  const typed = await message.inputValue();
  await goTo(page, 'Comments');
  await unsaved.getByRole('link', { name: 'Continue' }).click();
  await expect(message).toHaveValue(typed);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(message).not.toHaveValue(typed);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(message).toHaveValue(typed);
  await goTo(page, 'Comments');
  await unsaved.getByRole('button', { name: 'Delete' }).click();
  await expect(unsaved).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(unsaved).toHaveCount(1);
});

test('a new post with images goes to the bin with its last words, and comes back with Undo', {
  tag: '@deep',
}, async ({ page, owner }) => {
  const name = `Dropped ${unique()}`;
  const found = async () => (await owner.get<Post[]>(`/webapi/api/admin/posts?limit=5&search=${name}`)).body;
  await page.goto('/admin/add');
  await write(page, name, 'Dropped.');
  const { buffer } = await imageFile('one.png', '#aa7733');
  await page.getByRole('button', { name: 'Insert Image' }).click();
  await page.getByLabel('Image file').setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer });
  await expect(content(page).locator('img[src^="/images/"]')).toBeVisible();
  expect(await found()).toHaveLength(1);
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Last words.');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to bin' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await openDrafts(page);
  await expect(offer(page, name)).toHaveCount(0);
  expect(await found()).toHaveLength(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await offer(page, name).getByRole('link', { name: 'Continue' }).click();
  await expect(content(page)).toContainText('Last words.');
  expect(await found()).toHaveLength(1);
});
