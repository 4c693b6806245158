import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Tag } from '../../src/core/posts/terms/api/tags.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** After a write, readers never see the state before it, although pages are cached. */
onEachDatabase('cached pages', (kind) => {
  let temporary: TemporaryDatabase;
  let server: TestSite;
  let owner: Client;
  let post: Post;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    server = await start();
    owner = new Client(server.url);
    await owner.login();
    await owner.post('/webapi/api/posts', {
      post_title: 'A neighbor',
      post_content: '<p>Near.</p>',
      active: true,
    });
    const created = await owner.post<Post>('/webapi/api/posts', {
      post_title: 'First title',
      post_content: '<p>First words.</p>',
      active: true,
    });
    post = created.body;
  });
  afterAll(async () => {
    await server.dispose();
    await temporary.dispose();
  });

  const start = () => {
    const { dataDir, databaseUrl } = temporary.config;
    return startSite({ env: { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) } });
  };
  const page = async (path: string, from = server) => {
    const answer = await fetch(from.url + path, { redirect: 'manual' });
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', html: await answer.text() };
  };
  const visitor = async () => {
    const client = new Client(server.url);
    await client.get('/webapi/api/admin/auth');
    return client;
  };
  const list = () => page('/');
  const own = () => page(`/post/${post.post_title_web}`);
  /** Reads the pages so that they are cached before the change. */
  const warm = () => Promise.all([list(), own(), page('/tag/fresh'), page('/filter/news')]);

  test('answer a matching ETag with 304, also with unknown query parameters', async () => {
    await warm();
    const { etag } = await list();
    const ask = (path: string) => fetch(server.url + path, { headers: { 'if-none-match': etag } });
    expect((await ask('/')).status).toBe(304);
    expect((await ask('/?utm_source=elsewhere')).status).toBe(304);
    expect((await ask('/?view=compact')).status).toBe(200);
    expect((await ask('/')).headers.get('set-cookie')).toBeNull();
  });

  test('show a changed post on its page and in lists', async () => {
    await warm();
    await owner.put(`/webapi/api/posts/${post.id}`, {
      post_title: 'Second title',
      post_content: '<p>Second words.</p>',
    });
    for (const { html } of [await list(), await own()]) {
      expect(html).toContain('Second title');
      expect(html).toContain('Second words.');
      expect(html).not.toContain('First');
    }
  });

  test('show a post in the list of its tag and category, until they are removed or renamed', async () => {
    await warm();
    const tag = await owner.post<Tag>(`/webapi/api/tag/${post.id}/fresh`);
    const category = await owner.post<{ id: number }>('/webapi/api/admin/cat', { category_path: 'news' });
    await owner.put(`/webapi/api/admin/cat/${post.id}/${category.body.id}`, { state: true });
    for (const path of ['/tag/fresh', '/filter/news'])
      expect((await page(path)).html).toContain('Second title');
    expect((await list()).html).toContain('/tag/fresh');

    await warm();
    await owner.put(`/webapi/api/admin/cat/${category.body.id}`, { category_path: 'olds' });
    expect((await page('/filter/news')).html).not.toContain('Second title');
    expect((await own()).html).toContain('/filter/olds');
    await owner.delete(`/webapi/api/tag/${tag.body.id}`);
    expect((await page('/tag/fresh')).html).not.toContain('Second title');
  });

  test('show a comment only while it is approved', async () => {
    const reader = await visitor();
    await warm();
    const comment = await reader.post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'Well said indeed.',
    });
    expect((await own()).html).not.toContain('Well said indeed.');
    const approve = (state: boolean) =>
      owner.put(`/webapi/api/posts/comment/approve/${comment.body.id}`, { state });
    await approve(true);
    expect((await own()).html).toContain('Well said indeed.');
    await approve(false);
    expect((await own()).html).not.toContain('Well said indeed.');
    await approve(true);
    await warm();
    await owner.delete(`/webapi/api/posts/comment/${comment.body.id}`);
    expect((await own()).html).not.toContain('Well said indeed.');
  });

  test('show a vote at once', async () => {
    await warm();
    await (await visitor()).post(`/webapi/api/vote/${post.id}`, { voteVal: 1, postId: post.id });
    expect((await own()).html).toMatch(/This is Terrible \((?:<!-- -->)?1/);
  });

  test('show a new image and no longer show a deleted one', async () => {
    await warm();
    const form = new FormData();
    form.set('post_id', String(post.id));
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    form.set('image', new Blob([png]), 'p.png');
    const [image] = (await owner.post<Image[]>('/webapi/image', form)).body;
    for (const { html } of [await list(), await own()]) expect(html).toContain(image?.file_path);
    await owner.delete(`/webapi/api/assoc/postimage/${post.id}/${image?.id}`);
    for (const { html } of [await list(), await own()]) expect(html).not.toContain(image?.file_path);
  });

  test('show changed settings and announcements everywhere', async () => {
    await warm();
    await owner.put('/webapi/api/admin/site', { site_name: 'Renamed' });
    await owner.put('/webapi/tasks/1', { title: 'Hear, hear', message: 'We moved.', active: true });
    for (const { html } of [await list(), await own()]) {
      expect(html).toContain('Renamed');
      expect(html).toContain('We moved.');
    }
    await owner.put('/webapi/tasks/1', { active: false });
    for (const { html } of [await list(), await own()]) expect(html).not.toContain('We moved.');
    await owner.put('/webapi/tasks/1', { title: 'Soon', message: 'Nothing to see yet.' });
    for (const { html } of [await list(), await own()]) expect(html).not.toMatch(/Soon|Nothing to see yet/);
    await owner.put('/webapi/tasks/1', { title: '', message: '' });
  });

  test('show changes made by another process', async () => {
    await warm();
    const other = await start();
    const elsewhere = new Client(other.url);
    await elsewhere.login();
    await elsewhere.put(`/webapi/api/posts/${post.id}`, { post_title: 'Third title' });
    // The notification from PostgreSQL takes a moment. Nothing else would bring the new title.
    if (kind === 'postgres') await expect.poll(async () => (await own()).html).toContain('Third title');
    for (const { html } of [await list(), await own()]) expect(html).toContain('Third title');
    await other.dispose();
  });

  test('hide an inactive or deleted post and show a reactivated one', async () => {
    await warm();
    await owner.put(`/webapi/api/posts/status/${post.id}/0`);
    expect((await list()).html).not.toContain('Third title');
    expect((await own()).status).toBe(404);
    await owner.put(`/webapi/api/posts/status/${post.id}/1`);
    expect((await list()).html).toContain('Third title');
    expect((await own()).status).toBe(200);
    await owner.delete(`/webapi/api/posts/${post.id}`);
    expect((await list()).html).not.toContain('Third title');
    expect((await own()).status).not.toBe(200);
  });

  test('are not used for signed-in users, whose pages readers never see', async () => {
    const draft = await owner.post<Post>('/webapi/api/posts', {
      post_title: 'Draft',
      post_content: '<p>x</p>',
    });
    const path = `/post/${draft.body.post_title_web}`;
    const seen = await owner.get(path);
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect((await page(path)).status).toBe(404);
  });
});
