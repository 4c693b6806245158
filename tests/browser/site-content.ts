import sharp from 'sharp';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { test as base, expect, fromNewIpAddress, siteOfWorker } from './fixtures.ts';

export { expect };

type Seed = {
  title: string;
  content?: string;
  active?: boolean;
  category?: string;
  tags?: string[];
  images?: number;
  date?: string;
};

/** The content for tests of the public site, created once per worker. */
export type Content = {
  admin: Client;
  /** Creates a post, for tests that change it. */
  write(seed: Seed): Promise<Post>;
  approvedComment(post: Post, text: string): Promise<void>;
  rich: Post;
};

/** Posts of single tests come last in every list, so that they do not affect other tests. */
const old = '2020-01-01T00:00:00Z';

const paragraph =
  'The tide comes in twice a day and nobody applauds, which is a pity, because it is very reliable and rather beautiful. ';

export const richHtml = `<p>${paragraph.repeat(6)}</p><h2>Second thoughts</h2><blockquote><p>Quoted.</p></blockquote>
<ul><li><p>One</p></li><li><p>Two</p></li></ul><pre><code class="language-ts">const answer: number = 42; // of course</code></pre>
<table><tbody><tr><th><p>Head</p></th></tr><tr><td><p>Cell</p></td></tr></tbody></table><hr>
<p style="text-align: center;">In the center, with a <a href="/filter/travel">link to another list</a>.</p>`;

export const test = base.extend<{ content: Content }>({
  server: siteOfWorker('content'),
  content: [
    async ({ server, oncePerWorker }, use) =>
      use(await oncePerWorker(`content of ${server.url}`, () => fill(server.url))),
    { timeout: 60_000, auto: true },
  ],
});

async function fill(url: string): Promise<Content> {
  const admin = new Client(url);
  await admin.login();
  const write = writer(admin);
  const approvedComment = commenter(admin, url);

  // With the rich post twelve posts, which are three pages of a list.
  for (let number = 11; number >= 1; number--)
    await write({
      title: `Postcard ${number}`,
      content: `<p>${paragraph.repeat(number % 3 === 0 ? 8 : 1)}</p>`,
      category: number % 2 ? 'travel.japan' : 'cooking',
      tags: number % 2 ? ['slow'] : ['bread', 'slow'],
      images: number === 1 ? 1 : 0,
      date: `2026-01-${String(20 - number).padStart(2, '0')}T12:00:00Z`,
    });
  const rich = await write({
    title: 'A Harbour & its <Boats>',
    content: richHtml,
    category: 'travel.sea-side',
    tags: ['harbour', 'slow'],
    images: 3,
    date: '2026-02-01T23:30:00Z',
  });
  await admin.put(`/webapi/api/posts/${rich.id}`, { post_content: `${richHtml}<p>Revised.</p>` });
  await approvedComment(rich, 'First line.\nSecond <b>line</b>.');
  await admin.post(`/webapi/api/posts/comment/${rich.id}`, { comment_text: 'The owner answers.' });
  return { admin, write, approvedComment, rich };
}

function writer(admin: Client) {
  const categories = new Map<string, number>();
  return async ({
    title,
    content = '<p>Short.</p>',
    active = true,
    category,
    tags = [],
    images = 0,
    date = old,
  }: Seed) => {
    const created = await admin.post<Post>('/webapi/api/posts', {
      post_title: title,
      post_content: content,
      active,
      post_date: date,
    });
    expect(created.status).toBe(201);
    const { id } = created.body;
    if (category) {
      if (!categories.has(category)) {
        const answer = await admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path: category });
        categories.set(category, answer.body.id);
      }
      await admin.put(`/webapi/api/admin/cat/${id}/${categories.get(category)}`, { state: true });
    }
    for (const tag of tags) await admin.post(`/webapi/api/tag/${id}/${tag}`);
    for (let number = 0; number < images; number++) await upload(admin, id, number);
    return (await admin.get<Post>(`/webapi/api/posts/${id}/direct`)).body;
  };
}

async function upload(admin: Client, postId: number, number: number): Promise<void> {
  const background = ['#7a4d2b', '#2b5d7a', '#5d7a2b'][number] ?? '#444444';
  const bytes = await sharp({ create: { width: 1600, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('post_id', String(postId));
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `image-${number}.jpg`);
  const answer = await admin.post<Image[]>('/webapi/image', form);
  expect(answer.status).toBe(201);
}

function commenter(admin: Client, url: string) {
  return async (post: Post, text: string) => {
    const visitor = new Client(url);
    await visitor.get('/webapi/api/admin/auth');
    const comment = { comment_text: text, user_name: 'Gull' };
    const path = `/webapi/api/posts/comment/${post.id}`;
    const sent = await visitor.post<{ id: number }>(path, comment, fromNewIpAddress());
    expect(sent.status).toBe(201);
    await admin.put(`/webapi/api/posts/comment/approve/${sent.body.id}`, { state: true });
  };
}
