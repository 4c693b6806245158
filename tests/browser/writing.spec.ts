import type { Post } from '../../src/core/posts/api/posts.ts';
import type { DraftHead } from '../../src/core/posts/api/writing.ts';
import { expect, listOf, test } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { save, title } from './writing-fields.ts';

test('earlier versions are listed, compared and restored', async ({ page, newPost, owner }) => {
  const post = await newPost({ post_content: '<p>A cold tea.</p><p>Stays.</p>' });
  const path = `/webapi/api/posts/${post.id}`;
  await owner.put(path, { post_content: '<p>A hot tea.</p><p>Stays.</p>' });
  await owner.put(path, { post_title: `${post.post_title} again` });
  await page.goto(`/admin/edit/${post.id}`);
  await page.getByRole('link', { name: 'Earlier versions' }).click();
  const list = page.getByRole('navigation', { name: 'Earlier versions' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').first()).toContainText('Current');
  await expect(list.getByRole('listitem').first()).toContainText('by admin');
  await expect(list.getByRole('listitem').last()).toContainText('by admin');
  const difference = page.getByRole('region', { name: 'Difference' });
  await expect(difference.locator('ins')).toHaveText([' again']);
  await list.getByRole('link').last().click();
  await expect(difference.locator('del')).toHaveText(['cold']);
  await expect(difference.locator('ins')).toHaveText([' again', 'hot']);
  await expectAccessible(page);

  // What the version itself changed, and how it looked.
  await list.getByRole('link').nth(1).click();
  await page.getByRole('link', { name: 'Changes in it' }).click();
  await expect(difference.locator('del')).toHaveText(['cold']);
  await expect(difference.locator('ins')).toHaveText(['hot']);
  await list.getByRole('link').last().click();
  await expect(list.getByRole('link').last()).toHaveAttribute('aria-current', 'true');
  await page.getByRole('link', { name: 'As a page' }).click();
  const shown = page.getByRole('region', { name: 'Version', exact: true });
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(post.post_title);
  await expect(shown.locator('p')).toHaveText(['A cold tea.', 'Stays.']);
  await expect(shown.locator('ins, del')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(', by admin');
  await expectAccessible(page);
  await list.getByRole('link').first().click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText('Current version of');
  await expect(page.getByRole('button', { name: 'Restore this version' })).toHaveCount(0);
  await list.getByRole('link').last().click();

  await page.getByRole('button', { name: 'Restore this version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore this version?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/edit/${post.id}$`));
  await expect(title(page)).toHaveValue(post.post_title);
  expect((await owner.get<[Post]>(path)).body[0].post_content).toBe(post.post_content);
  await page.goto(`/admin/edit/${post.id}/revisions`);
  await expect(list.getByRole('listitem')).toHaveCount(4);
});

test('a version with a wide text fits on a phone', { tag: '@deep' }, async ({ page, newPost, owner }) => {
  const post = await newPost({ post_content: '' });
  await owner.put(`/webapi/api/posts/${post.id}`, {
    post_content: `<p>The first words.</p><pre><code>${'wide '.repeat(60)}</code></pre><p>${'x'.repeat(200)}</p>`,
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/edit/${post.id}/revisions`);
  const difference = page.getByRole('region', { name: 'Difference' });
  await expect(difference.locator('ins').first()).toHaveText('The first words.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

test('a preview link shows an inactive post to visitors until it is revoked', async ({
  page,
  newPost,
  browser,
  baseURL,
  request,
}) => {
  const post = await newPost({ active: false, post_content: '<p>Not for everybody.</p>' });
  await page.goto(`/admin/edit/${post.id}`);
  await expect(page.getByRole('link', { name: 'Preview' })).toHaveAttribute(
    'href',
    `/post/${post.post_title_web}`,
  );
  await page.getByRole('button', { name: 'Share a preview link' }).click();
  const link = await page.getByLabel('Preview link, shown only once').inputValue();
  const { pathname } = new URL(link);
  expect(pathname).toMatch(/^\/preview\/[\w-]{43}$/);

  const stranger = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await stranger.newPage();
  const answer = await theirs.goto(pathname);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
  await expect(theirs.getByRole('heading', { name: post.post_title })).toBeVisible();
  await expect(theirs.getByText('Not for everybody.')).toBeVisible();
  await expect(theirs.getByText('This post is not public yet.')).toBeVisible();
  await expect(theirs.locator('main form')).toHaveCount(0);
  await expectAccessible(theirs);
  expect((await theirs.goto(`/post/${post.post_title_web}`))?.status()).toBe(404);

  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The preview link was revoked.')).toBeVisible();
  expect((await theirs.goto(pathname))?.status()).toBe(404);
  await stranger.close();

  await page.getByRole('button', { name: 'Share a preview link' }).click();
  const second = new URL(await page.getByLabel('Preview link, shown only once').inputValue()).pathname;
  await page.getByLabel('Status').selectOption('Active');
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  const moved = await request.get(second, { maxRedirects: 0 });
  expect(moved.headers().location).toBe(`/post/${post.post_title_web}`);
});

test('a scheduled post is published automatically at its time', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
}) => {
  const post = await newPost({ active: false });
  await page.goto(`/admin/edit/${post.id}`);
  await expect(page.getByLabel('Publish at')).toBeHidden();
  await page.getByLabel('Status').selectOption('Scheduled');
  await page.getByLabel('Publish at').fill('2099-12-31T23:30');
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto(listOf(post));
  await expect(page.getByRole('rowheader', { name: post.post_title })).toContainText(
    'Scheduled for December 31, 2099',
  );
  await page.goto(`/admin/edit/${post.id}`);
  await expect(page.getByLabel('Status')).toHaveValue('scheduled');
  await expect(page.getByLabel('Publish at')).toHaveValue('2099-12-31T23:30');

  const scheduled_date = new Date(Date.now() + 1000).toISOString();
  await owner.put(`/webapi/api/posts/${post.id}`, { scheduled_date });
  await expect
    .poll(async () => (await page.request.get(`/post/${post.post_title_web}`)).text(), { timeout: 15_000 })
    .not.toContain('Only you can see this post.');
  await page.goto('/');
  await expect(page.getByRole('link', { name: post.post_title }).first()).toBeVisible();
});

test('unsaved changes of a post are stored on the server and offered on return', async ({
  page,
  newPost,
  owner,
}) => {
  const post = await newPost({ active: false });
  const kept = async () =>
    (await owner.get<DraftHead[]>('/webapi/api/admin/drafts')).body.find(
      ({ post_id }) => post_id === post.id,
    );
  await page.goto(`/admin/edit/${post.id}`);
  await title(page).fill('Typed on a train');
  await expect.poll(async () => (await kept())?.post_title, { timeout: 10_000 }).toBe('Typed on a train');
  expect((await owner.get<[Post]>(`/webapi/api/posts/${post.id}`)).body[0].post_title).toBe(post.post_title);

  // Another browser offers the draft as well.
  await page.goto('about:blank');
  await page.goto(`/admin/edit/${post.id}`);
  await expect(title(page)).toHaveValue(post.post_title);
  await expect(page.getByText('There is an unsaved draft of the post "Typed on a train"')).toBeVisible();
  await page.getByRole('button', { name: 'Differences from the saved post' }).click();
  await expect(page.getByRole('region', { name: 'Difference' }).locator('ins').first()).toContainText(
    'Typed',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(title(page)).toHaveValue('Typed on a train');
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await kept()).toBeUndefined();
});

test('unsaved changes survive a killed page, and the offered draft can be moved to the bin', {
  tag: '@deep',
}, async ({ page, context, newPost }) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  await title(page).fill('Just before the crash');
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto(`/admin/edit/${post.id}`);
  await expect(title(again)).toHaveValue(post.post_title);
  // Writing on without answering the offer keeps both drafts.
  await title(again).fill('Something else');
  await again.reload();
  await expect(again.getByText('There is an unsaved draft of the post "Something else"')).toBeVisible();
  await again.getByRole('button', { name: 'Move to bin', exact: true }).click();
  await expect(title(again)).toHaveValue(post.post_title);
  await expect(again.getByText('The draft of the post "Something else" was moved to the bin.')).toBeVisible();
  await again.getByRole('link', { name: 'All Posts' }).click();
  await again.getByRole('link', { name: 'Drafts' }).click();
  const drafts = again.getByRole('list', { name: 'Drafts' });
  await drafts
    .locator('li', { hasText: 'Just before the crash' })
    .getByRole('link', { name: 'Continue' })
    .click();
  await expect(title(again)).toHaveValue('Just before the crash');
});

test('leaving with unsaved changes asks for confirmation', async ({ page, newPost }) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  const away = page.getByRole('link', { name: 'Earlier versions' });
  const gone = new RegExp(`/admin/edit/${post.id}/revisions$`);
  await title(page).fill('Not saved');
  await away.click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/edit/${post.id}$`));
  await expect(title(page)).toHaveValue('Not saved');

  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const unload = await asked;
  expect(unload.type()).toBe('beforeunload');
  await unload.dismiss();

  await away.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(gone);
  await page.goto('/admin?status=draft');
  await expect(page.getByRole('list', { name: 'Drafts' })).toContainText('Not saved');

  await page.goto(`/admin/edit/${post.id}`);
  await away.click();
  await expect(page).toHaveURL(gone);
});
