import type { Post } from '../../src/core/posts/api/posts.ts';
import { expect, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

test.describe('URL of a post', () => {
  test('can be edited in the form, and the old one redirects to the new one', async ({
    page,
    newPost,
    request,
  }) => {
    const post = await newPost();
    const chosen = `chosen-${unique()}`;
    await page.goto(`/admin/edit/${post.id}`);
    const field = page.getByLabel('Web Title');
    await expect(field).toHaveValue(post.post_title_web);
    await field.fill('Not A Web Title');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/admin\/edit\//);
    await field.fill(chosen);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/admin$/);

    const old = await request.get(`/post/${post.post_title_web}?comment=1`, { maxRedirects: 0 });
    expect(old.status()).toBe(301);
    expect(old.headers().location).toBe(`/post/${chosen}?comment=1`);
    await page.goto(`/post/${post.post_title_web}`);
    await expect(page).toHaveURL(new RegExp(`/post/${chosen}$`));
    await expect(page.getByRole('heading', { name: post.post_title })).toBeVisible();
  });

  test('is rejected with a message if another post has it, and no text is lost', { tag: '@deep' }, async ({
    page,
    newPost,
    expectConsole,
  }) => {
    expectConsole(/409/);
    const [mine, other] = [await newPost(), await newPost()];
    await page.goto(`/admin/edit/${mine.id}`);
    await page.getByLabel('Web Title').fill(other.post_title_web);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').first()).toContainText('belongs to another post');
    await expect(page.getByLabel('Web Title')).toHaveValue(other.post_title_web);
  });

  test('redirects during client-side navigation as well, and a deleted post answers 410', {
    tag: '@deep',
  }, async ({ page, newPost, owner, request, expectConsole }) => {
    expectConsole(/410/);
    const moved = await newPost();
    const deleted = await newPost();
    const chosen = `moved-${unique()}`;
    const links = [moved, deleted].map(
      ({ post_title_web }, at) => `<a href="/post/${post_title_web}">link ${at}</a>`,
    );
    const start = await newPost({ post_content: `<p>${links.join(' ')}</p>` });
    await owner.put<Post>(`/webapi/api/posts/${moved.id}`, { post_title_web: chosen });
    await owner.delete(`/webapi/api/posts/${deleted.id}`);

    await page.goto(`/post/${start.post_title_web}`);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.locator('a', { hasText: 'link 0' }).evaluate((link) => link.removeAttribute('target'));
    await page.getByRole('link', { name: 'link 0' }).click();
    await expect(page).toHaveURL(new RegExp(`/post/${chosen}$`));
    await page.goBack();
    await page.locator('a', { hasText: 'link 1' }).evaluate((link) => link.removeAttribute('target'));
    await page.getByRole('link', { name: 'link 1' }).click();
    await expect(page.getByRole('heading', { name: 'This post is gone.' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

    for (const path of [`/post/${deleted.post_title_web}`, `/post?name=${deleted.id}`]) {
      const answer = await request.get(path);
      expect(answer.status()).toBe(410);
      expect(await answer.text()).toContain('This post is gone.');
    }
    expect((await request.get('/post?name=999999')).status()).toBe(404);
    await page.goto(`/post/${deleted.post_title_web}`);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
