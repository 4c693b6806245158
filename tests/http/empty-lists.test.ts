import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

onEachDatabase('lists without posts', (kind) => {
  let temporary: TemporaryDatabase;
  let server: TestSite;
  let owner: Client;
  let draft: Post;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    server = await startSite({
      env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    });
    owner = new Client(server.url);
    await owner.login();
    draft = (await create('Draft', false)).body;
    await owner.post(`/webapi/api/tag/${draft.id}/later`);
    await owner.post('/webapi/api/admin/cat', { category_path: 'travel.north-sea' });
  });
  afterAll(async () => {
    await server.dispose();
    await temporary.dispose();
  });

  const create = (post_title: string, active: boolean) =>
    owner.post<Post>('/webapi/api/posts', { post_title, post_content: '<p>Text</p>', active });
  const read = async (path: string) => {
    const response = await fetch(server.url + path);
    return { status: response.status, html: await response.text(), etag: response.headers.get('etag') };
  };
  const cached = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^blog_page_cache_pages(?:\{.*\})? (\d+)$/m.exec(text)?.[1]);
  };

  test('tags and categories of drafts are visible only to administrators', async () => {
    const secret = await owner.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'secret.plan',
    });
    await owner.put(`/webapi/api/admin/cat/${draft.id}/${secret.body.id}`);
    for (const path of ['/tag/later', '/filter/plan', '/filter/secret']) {
      expect([path, (await read(path)).status]).toEqual([path, 404]);
      expect([path, (await owner.get(path)).status]).toEqual([path, 200]);
    }
  });

  test('answer 200 if the category exists and 404 otherwise, with the specified text', async () => {
    for (const [path, status] of [
      ['/filter/travel', 200],
      ['/filter/north-sea', 200],
      ['/tag/never', 404],
      ['/tag/lat', 404],
      ['/filter/north', 404],
      ['/filter/travel.north-sea', 404],
      ['/filter/%25', 404],
      ['/filter/_ravel', 404],
      ['/filter/Travel', 404],
      [`/tag/${'x'.repeat(3000)}`, 404],
    ] as const) {
      // Twice, because a cached page takes another code path.
      for (let time = 0; time < 2; time++) {
        const page = await read(path);
        expect(page.status, path).toBe(status);
        expect(page.html, path).toContain('There are current no posts for public view.');
        expect(page.html, path).toContain('Please check again another time.');
      }
    }
  });

  test('are not cached, and neither are unusual list lengths', async () => {
    await create('Public', true);
    // Control: a cacheable page is cached once the notification of the new post has arrived.
    const afterReading = async () => {
      await read('/');
      return cached();
    };
    await expect.poll(afterReading).toBeGreaterThan(0);
    const before = await cached();
    for (let number = 0; number < 6; number++) {
      await read(`/tag/${'y'.repeat(90)}${number}`);
      await read(`/tag/${'z'.repeat(4000)}${number}`);
      await read(`/filter/none${number}`);
      await read(`/filter/none${number}/feed.xml`);
      await read(`/post/none${number}`);
      await read(`/none${number}`);
      await read(`/?show=${6 + 5 * number}`);
      await read(`/?unknown=${number}`);
    }
    expect(await cached()).toBeLessThanOrEqual(before);
  });

  test('show the first post at once', async () => {
    expect((await read('/tag/later')).html).toContain('There are current no posts');
    await owner.put(`/webapi/api/posts/status/${draft.id}/1`);
    await expect.poll(async () => (await read('/tag/later')).html).toContain('Draft');
    expect((await read('/tag/later')).etag).not.toBeNull();
  });
});
