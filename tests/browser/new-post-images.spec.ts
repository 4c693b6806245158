import type { Locator, Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Client } from '../support/client.ts';
import { expect, imageFile, test, unique } from './admin.ts';
import { content, save, title } from './writing-fields.ts';

const placed = (page: Page) => content(page).locator('img[src^="/images/"]');

const files = () =>
  Promise.all(['#aa3355', '#33aa55', '#3355aa'].map((color, index) => imageFile(`${index}.png`, color)));

async function give(target: Locator, kind: 'paste' | 'drop'): Promise<void> {
  const given = (await files()).map(({ name, buffer }) => ({ name, bytes: [...buffer] }));
  await target.evaluate(
    (element, { given, kind }) => {
      const data = new DataTransfer();
      for (const { name, bytes } of given)
        data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
      const { left, top } = element.getBoundingClientRect();
      const common = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: data })
          : new DragEvent('drop', { ...common, dataTransfer: data, clientX: left + 5, clientY: top + 5 }),
      );
    },
    { given, kind },
  );
}

async function pick(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Insert Image' }).click();
  await page.getByLabel('Image file').setInputFiles(await files());
}

async function found(owner: Client, name: string): Promise<Post[]> {
  return (await owner.get<Post[]>(`/webapi/api/admin/posts?limit=5&search=${name}`)).body;
}

function expectAllInText(post: Post | undefined): void {
  expect(post?.images).toHaveLength(3);
  for (const { file_path } of post?.images ?? []) expect(post?.post_content).toContain(file_path);
}

for (const way of ['pasted', 'dropped', 'picked'] as const)
  test(`three images ${way} into a new post belong to one post`, { tag: '@deep' }, async ({
    page,
    owner,
  }) => {
    const name = `Three ${unique()}`;
    await page.goto('/admin/add');
    await title(page).fill(name);
    await content(page).click();
    if (way === 'picked') await pick(page);
    else await give(content(page), way === 'pasted' ? 'paste' : 'drop');
    await expect(placed(page)).toHaveCount(3);
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    const posts = await found(owner, name);
    expect(posts).toHaveLength(1);
    expectAllInText(posts[0]);
  });

test('Save waits for running uploads and saves the images in the text', async ({ page, owner }) => {
  const name = `Hurried ${unique()}`;
  const { promise: pressed, resolve: upload } = Promise.withResolvers<void>();
  await page.route('**/webapi/api/image', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto('/admin/add');
  await title(page).fill(name);
  await content(page).click();
  await give(content(page), 'paste');
  await save(page).click();
  upload();
  await expect(page).toHaveURL(/\/admin$/);
  const posts = await found(owner, name);
  expect(posts).toHaveLength(1);
  expectAllInText(posts[0]);
});

test('a failed upload stops Save once', { tag: '@deep' }, async ({ page, owner, expectConsole }) => {
  expectConsole(/500/);
  expectConsole(/Server error/);
  const name = `Refused ${unique()}`;
  await page.goto('/admin/add');
  await title(page).fill(name);
  const { promise: pressed, resolve: refuse } = Promise.withResolvers<void>();
  await page.route('**/webapi/api/image', async (route) => {
    await pressed;
    await route.fulfill({ status: 500, body: '' });
  });
  await content(page).click();
  await give(content(page), 'paste');
  await save(page).click();
  refuse();
  await expect(page.getByText(/3 images could not be uploaded/)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/add$/);
  await page.unroute('**/webapi/api/image');
  for (let left = 3; left > 0; left--) {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(left - 1);
  }
  await expect(placed(page)).toHaveCount(3);
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  const posts = await found(owner, name);
  expect(posts).toHaveLength(1);
  expectAllInText(posts[0]);
});

test('leaving during an upload asks for confirmation', { tag: '@deep' }, async ({ page, newPost }) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  await page.route('**/webapi/api/image', () => {});
  await content(page).click();
  await give(content(page), 'paste');
  await page.getByRole('link', { name: 'Earlier versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog).toContainText('3 images are still uploading');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/revisions$/);
});
