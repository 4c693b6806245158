import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { DraftHead } from '../../src/core/posts/api/writing.ts';
import { Client } from '../support/client.ts';
import { test as base, expect, fromNewIpAddress, siteOfWorker } from './fixtures.ts';

export { expect };

type Fixtures = {
  owner: Client;
  /** How the author left the panel of settings of the writing screen; null: never opened. */
  panel: 'shown' | null;
  /** Creates a post with a unique title. */
  newPost(change?: { post_title?: string; post_content?: string; active?: boolean }): Promise<Post>;
};

/** The page is signed in as the owner; `owner` calls the API in the same session. */
export const test = base.extend<Fixtures>({
  server: siteOfWorker('admin'),
  owner: async ({ server, oncePerWorker }, use) =>
    use(
      await oncePerWorker(`owner of ${server.url}`, async () => {
        const owner = new Client(server.url);
        expect((await owner.login()).status).toBe(200);
        // Whichever test a worker runs first finds a blog in use; what a new one shows is tested in `first-run.spec.ts`.
        const first = { post_title: 'The first post', post_content: '<p>It stays.</p>', active: true };
        expect((await owner.post('/webapi/api/posts', first)).status).toBe(201);
        return owner;
      }),
    ),
  panel: ['shown', { option: true }],
  context: async ({ context, owner }, use) => {
    await addSessionCookies(context, owner);
    // Drafts are stored on the server, so those of earlier tests would be offered in this one.
    const { body } = await owner.get<DraftHead[]>('/webapi/api/admin/drafts');
    for (const { id } of body) await owner.delete(`/webapi/api/admin/drafts/${id}`);
    await use(context);
  },
  page: async ({ page, panel }, use) => {
    if (panel) {
      // Any file of the site: the storage belongs to its origin.
      await page.goto('/robots.txt');
      await page.evaluate((state) => localStorage.setItem('settings-panel', state), panel);
    }
    await use(page);
  },
  newPost: ({ owner }, use) =>
    use(async (change = {}) => {
      const title = `Post ${unique()}`;
      const { body, status } = await owner.post<Post>('/webapi/api/posts', {
        post_title: title,
        post_content: '<p>First words.</p>',
        active: true,
        ...change,
      });
      expect(status).toBe(201);
      return body;
    }),
});

/** Opens an entry of the side menu and then, if named, one of its screens. */
export async function openScreen(page: Page, group: string, screen?: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Admin' });
  await menu.getByRole('link', { name: group, exact: true }).click();
  if (screen) await menu.getByRole('link', { name: screen, exact: true }).click();
}

let count = 0;
export const unique = (): string => `${Date.now().toString(36)}${process.pid}${count++}`;

export async function addSessionCookies(context: BrowserContext, client: Client): Promise<void> {
  await context.addCookies(
    [...client.cookies].map(([name, value]) => ({ name, value, url: client.baseUrl })),
  );
}

export const listOf = (post: Post): string => `/admin?search=${encodeURIComponent(post.post_title_web)}`;

/** An image file for a file input. */
export async function imageFile(name: string, color = '#b5651d') {
  const image = sharp({ create: { width: 400, height: 300, channels: 3, background: color } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

export async function addImage(owner: Client, postId: number, color: string): Promise<void> {
  const { buffer, name } = await imageFile('image.png', color);
  const form = new FormData();
  form.set('post_id', String(postId));
  form.set('cover', new Blob([Uint8Array.from(buffer)], { type: 'image/png' }), name);
  expect((await owner.post('/webapi/api/image', form)).status).toBe(201);
}

export async function addComment(baseUrl: string, postId: number, text: string): Promise<void> {
  const visitor = new Client(baseUrl);
  await visitor.get('/webapi/api/admin/auth');
  const comment = { comment_text: text, user_name: 'Ada' };
  const { status } = await visitor.post(`/webapi/api/posts/comment/${postId}`, comment, fromNewIpAddress());
  expect(status).toBe(201);
}
