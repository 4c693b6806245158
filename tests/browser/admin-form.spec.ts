import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Client } from '../support/client.ts';
import { expect, imageFile, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { content, save, title } from './writing-fields.ts';

async function find(owner: Client, name: string): Promise<Post[]> {
  const { body } = await owner.get<Post[]>(`/webapi/api/admin/posts?limit=5&search=${name}`);
  return body;
}

test.describe('post form', () => {
  test('creates a post and returns to the list', async ({ page, owner }) => {
    const name = `Added ${unique()}`;
    await page.goto('/admin');
    await page.getByRole('link', { name: 'New post' }).click();
    await expect(page).toHaveURL(/\/admin\/add$/);
    await expect(content(page)).toHaveAttribute('aria-placeholder', 'Type here...this will work');
    await expect(page.getByLabel('Status').locator('option')).toHaveText(['Inactive', 'Active', 'Scheduled']);
    await expect(page.getByLabel('Status')).toHaveValue('false');
    await title(page).fill(name);
    await content(page).click();
    await page.keyboard.type('Some words of mine.');
    await page.getByLabel('Status').selectOption('Active');
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('rowheader', { name })).toBeVisible();
    const [post] = await find(owner, name);
    expect(post).toMatchObject({ post_content: '<p>Some words of mine.</p>', active: 1 });
    await page.goto('/admin/add');
    await expect(title(page)).toHaveValue('');
  });

  test('is accessible', { tag: '@deep' }, async ({ page, newPost }) => {
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await expect(content(page)).toBeVisible();
    await expectAccessible(page);
  });

  test('edits a post and returns to the list', async ({ page, newPost, owner }) => {
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await expect(title(page)).toHaveValue(post.post_title);
    await expect(content(page)).toHaveText('First words.');
    await expect(page.getByLabel('Status')).toHaveValue('true');
    await title(page).fill(`${post.post_title} again`);
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And more.');
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('rowheader', { name: `${post.post_title} again` })).toBeVisible();
    const { body } = await owner.get<[Post]>(`/webapi/api/posts/${post.id}`);
    expect(body[0].post_content).toBe('<p>First words. And more.</p>');
    await page.goto('/admin?status=draft');
    await expect(page.getByText(`${post.post_title} again`)).toHaveCount(0);
  });

  test('saves an empty post as Untitled', { tag: '@deep' }, async ({ page, owner }) => {
    await page.goto('/admin/add');
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('rowheader', { name: 'Untitled' }).first()).toBeVisible();
    const [post] = await find(owner, 'untitled');
    expect(post?.post_title_web).toMatch(/^untitled/);
  });

  test('Cancel returns to the list, which offers the draft', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
  }) => {
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).fill('Never mind');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await page.getByRole('link', { name: 'Drafts' }).click();
    const offer = page.getByRole('list', { name: 'Drafts' }).locator('li', { hasText: 'Never mind' });
    await offer.getByRole('link', { name: 'Continue' }).click();
    await expect(title(page)).toHaveValue('Never mind');
    await page.getByRole('button', { name: 'Use the saved post' }).click();
    await expect(title(page)).toHaveValue(post.post_title);
    await page.goto('/admin?status=draft');
    await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
    await expect(offer).toBeHidden();
    expect((await owner.get<[Post]>(`/webapi/api/posts/${post.id}`)).body[0].post_title).toBe(
      post.post_title,
    );
  });

  test('keeps the text and shows the error when saving fails, and restores it after a reload', async ({
    page,
    newPost,
    expectConsole,
  }) => {
    expectConsole(/500/);
    expectConsole(/Server error - is the REST server running\?/);
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await page.route(`**/webapi/api/posts/${post.id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await title(page).fill('Hard work');
    await save(page).click();
    await expect(page.getByRole('alert').first()).toContainText('Server error - is the REST server running?');
    await expect(title(page)).toHaveValue('Hard work');
    await page.reload();
    await expect(title(page)).toHaveValue(post.post_title);
    await expect(page.getByText('There is an unsaved draft of the post "Hard work"')).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(title(page)).toHaveValue('Hard work');
    await page.unroute(`**/webapi/api/posts/${post.id}`);
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('sends one request, however often Save is pressed', async ({ page, owner }) => {
    const name = `Once ${unique()}`;
    let sent = 0;
    const { promise: pressedAgain, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/webapi/api/posts', async (route) => {
      sent++;
      await pressedAgain;
      await route.continue();
    });
    await page.goto('/admin/add');
    await title(page).fill(name);
    await save(page).dblclick();
    await expect(page.getByText('Saving …')).toBeVisible();
    await title(page).press('Enter');
    answer();
    await expect(page).toHaveURL(/\/admin$/);
    expect(sent).toBe(1);
    expect(await find(owner, name)).toHaveLength(1);
  });

  test('shows a conflict to the second of two users who save, who can keep their text', {
    tag: '@deep',
  }, async ({ page, newPost, owner, expectConsole }) => {
    expectConsole(/409/);
    expectConsole(/changed elsewhere/);
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).fill(`${post.post_title} mine`);
    await owner.put(`/webapi/api/posts/${post.id}`, { post_title: `${post.post_title} theirs` });
    await save(page).click();
    const dialog = page.getByRole('dialog', { name: 'This post was changed elsewhere' });
    await expect(dialog.getByRole('group', { name: 'Title' })).toContainText(`${post.post_title} mine`);
    await expect(dialog.getByRole('group', { name: 'Title' })).toContainText(`${post.post_title} theirs`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Back to my text' }).click();
    await expect(title(page)).toHaveValue(`${post.post_title} mine`);
    await save(page).click();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    const { body } = await owner.get<[Post]>(`/webapi/api/posts/${post.id}`);
    expect(body[0].post_title).toBe(`${post.post_title} mine`);
  });

  test('takes the other text and keeps the own one as a draft', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
    expectConsole,
  }) => {
    expectConsole(/409/);
    expectConsole(/changed elsewhere/);
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).fill('My own title');
    await owner.put(`/webapi/api/posts/${post.id}`, { post_content: '<p>Their words.</p>' });
    await save(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take theirs' }).click();
    await expect(content(page)).toHaveText('Their words.');
    await expect(title(page)).toHaveValue(post.post_title);
    await page.getByRole('link', { name: 'All Posts' }).click();
    await page.getByRole('link', { name: 'Drafts' }).click();
    const offer = page.getByRole('list', { name: 'Drafts' }).locator('li', { hasText: 'My own title' });
    await offer.getByRole('link', { name: 'Continue' }).click();
    await expect(title(page)).toHaveValue('My own title');
    await expect(content(page)).toHaveText('First words.');
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('reports no conflict when only the category changed', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
    expectConsole,
  }) => {
    expectConsole(/409/);
    expectConsole(/changed elsewhere/);
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).fill('Only mine');
    await owner.put(`/webapi/api/admin/cat/${post.id}/0`, { state: true });
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect((await owner.get<[Post]>(`/webapi/api/posts/${post.id}`)).body[0].post_title).toBe('Only mine');
  });

  test('saves the text of a deleted post as a new post', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
    expectConsole,
  }) => {
    expectConsole(/404/);
    expectConsole(/There is no such post/);
    const post = await newPost();
    const name = `Saved from the bin ${unique()}`;
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).fill(name);
    await owner.delete(`/webapi/api/posts/${post.id}`);
    await save(page).click();
    await expect(page.getByRole('alert').first()).toContainText('This post was deleted elsewhere.');
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await find(owner, name)).toHaveLength(1);
  });

  test('saves a new post as inactive before its first upload', { tag: '@deep' }, async ({ page, owner }) => {
    const name = `Images ${unique()}`;
    await page.goto('/admin/add');
    await title(page).fill(name);
    const { buffer } = await imageFile('paste.png', '#aa3355');
    await content(page).click();
    await content(page).evaluate(
      (element, bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], 'paste.png', { type: 'image/png' }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
        );
      },
      [...buffer],
    );
    await expect(content(page).locator('img[src^="/images/"]')).toBeVisible();
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    const posts = await find(owner, name);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.images).toHaveLength(1);
    expect(posts[0]?.post_content).toContain(posts[0]?.images[0]?.file_path);
  });

  test('shows an error for an unknown post', { tag: '@deep' }, async ({ page, expectConsole }) => {
    expectConsole(/404/);
    expectConsole(/There is no such post/);
    await page.goto('/admin/edit/999999');
    await expect(page.getByText('There is no such post.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'All Posts' })).toBeVisible();
  });
});
