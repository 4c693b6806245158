import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { DraftHead } from '../../src/core/posts/api/writing.ts';
import { expect, test, unique } from './admin.ts';
import { content, save, title } from './writing-fields.ts';

const state = (page: Page) => page.locator('.save-state');

test.beforeEach(({ allowConsole }) => {
  allowConsole(/drafts|ERR_FAILED|ERR_INTERNET|could not be stored|POST \/api\/posts/);
});

test('a post is created once if the response to Save is lost', async ({ page, owner }) => {
  const name = `Once ${unique()}`;
  await page.goto('/admin/add');
  await title(page).fill(name);
  await content(page).click();
  await page.keyboard.type('First.');
  for (let line = 0; line < 30; line++) await page.keyboard.press('Enter');
  await page.route(
    '**/webapi/api/posts',
    async (route) => {
      // The server gets the request, the browser never gets the response.
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await save(page).click();
  // Far below the title, where the author pressed Save.
  await expect(page.getByText('Your text is still here.')).toBeInViewport({ ratio: 1 });
  await content(page).press('Control+End');
  for (let line = 0; line < 30; line++) await page.keyboard.press('Backspace');
  await page.keyboard.type(' Second.');
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  const { body } = await owner.get<Post[]>(`/webapi/api/admin/posts?search=${encodeURIComponent(name)}`);
  expect(body.map(({ post_content }) => post_content)).toEqual(['<p>First. Second.</p>']);
});

/** Every write to IndexedDB fails as on a full disk. */
const fullStorage = () => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('No space left', 'QuotaExceededError');
  };
};
/** As in some private windows. */
const noStorage = () => {
  Object.defineProperty(globalThis, 'indexedDB', {
    get: () => {
      throw new DOMException('Denied', 'SecurityError');
    },
  });
};

for (const [circumstance, prepare] of [
  ['is full', fullStorage],
  ['does not exist', noStorage],
] as const)
  test(`when the browser's storage ${circumstance}, the text goes to the server, and a warning says so`, {
    tag: '@deep',
  }, async ({ page, owner, newPost }) => {
    const post = await newPost();
    await page.addInitScript(prepare);
    await page.goto(`/admin/edit/${post.id}`);
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' More.');
    await expect(state(page)).toContainText('on the server only');
    await expect(state(page)).toHaveClass(/warning/);
    const { body } = await owner.get<DraftHead[]>('/webapi/api/admin/drafts');
    expect(body.filter(({ post_id }) => post_id === post.id)).toHaveLength(1);

    await page.context().setOffline(true);
    await page.keyboard.type(' Even more.');
    await expect(state(page)).toContainText('Copy your text to a safe place.', { timeout: 15_000 });
    await page.context().setOffline(false);
    await expect(state(page)).toContainText('on the server only', { timeout: 15_000 });
    await expect(content(page)).toHaveText('First words. More. Even more.');
  });

test('offline, the text is kept in the browser and sent when the connection is back', {
  tag: '@deep',
}, async ({ page, owner, newPost }) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  await expect(content(page)).toBeVisible();
  await page.context().setOffline(true);
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Offline.');
  await expect(state(page)).toContainText('Offline: kept in this browser', { timeout: 15_000 });
  await page.context().setOffline(false);
  await expect(state(page)).toContainText('Draft saved', { timeout: 15_000 });
  const { body } = await owner.get<DraftHead[]>('/webapi/api/admin/drafts');
  expect(body.filter(({ post_id }) => post_id === post.id)).toHaveLength(1);
});

test('a closed page sends its last words', async ({ page, context, owner, newPost }) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Last.');
  await page.close({ runBeforeUnload: false });
  await expect
    .poll(async () => {
      const { body } = await owner.get<DraftHead[]>('/webapi/api/admin/drafts');
      return body.filter(({ post_id }) => post_id === post.id).length;
    })
    .toBe(1);
  const again = await context.newPage();
  await again.goto('/admin?status=draft');
  await again
    .getByRole('list', { name: 'Drafts' })
    .locator('li', { hasText: 'changed since published' })
    .getByRole('link', { name: 'Continue' })
    .click();
  await expect(content(again)).toHaveText('First words. Last.');
});
