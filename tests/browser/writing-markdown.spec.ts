import type { Post } from '../../src/core/posts/api/posts.ts';
import { expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

const content = '<h2>Plans</h2><p>Some <strong>bold</strong> text.</p>';

test('Ctrl+S in the Markdown view saves what is typed and stays', async ({ page, newPost, owner }) => {
  const post = await newPost({ post_content: content });
  await page.goto(`/admin/edit/${post.id}`);
  await page.getByRole('button', { name: 'Markdown', exact: true }).click();
  const source = page.getByRole('textbox', { name: 'Markdown source' });
  await expect(source).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n> [!TIP]\n> New words.');
  await page.keyboard.press('Control+s');
  const stored = async () => (await owner.get<[Post]>(`/webapi/api/posts/${post.id}`)).body[0].post_content;
  await expect.poll(stored).toBe(`${content}<aside class="callout tip"><p>New words.</p></aside>`);
  await expect(source).toBeFocused();
  await expect(source).toHaveValue(/New words\.$/);
});

test('a draft is stored while the Markdown view is open', { tag: '@deep' }, async ({ page, newPost }) => {
  const post = await newPost({ post_content: content });
  await page.goto(`/admin/edit/${post.id}`);
  await page.getByRole('button', { name: 'Markdown', exact: true }).click();
  const source = page.getByRole('textbox', { name: 'Markdown source' });
  const draft = page.waitForRequest(
    (request) => /drafts/.test(request.url()) && (request.postData() ?? '').includes('<em>unsaved</em>'),
  );
  await source.press('Control+End');
  await page.keyboard.type('\n*unsaved* words');
  await draft;
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the Markdown view fits a phone and is accessible, ${colorScheme}`, { tag: '@deep' }, async ({
    page,
    newPost,
  }) => {
    const post = await newPost({ post_content: `${content}<pre><code>${'long '.repeat(60)}</code></pre>` });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/admin/edit/${post.id}`);
    await page.getByRole('button', { name: 'Markdown', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Markdown source' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  });
