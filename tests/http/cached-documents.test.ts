import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { cardPath } from '../../src/core/site/api/cards.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

onEachDatabase('cached documents', (kind) => {
  let temporary: TemporaryDatabase;
  let server: TestSite;
  let owner: Client;
  let post: Post;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    server = await startSite({
      env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    });
    owner = new Client(server.url);
    await owner.login();
    const created = await owner.post<Post>('/webapi/api/posts', {
      post_title: 'Before',
      post_content: `<p>${'Some words. '.repeat(100)}</p>`,
      active: true,
    });
    post = created.body;
    await owner.post(`/webapi/api/tag/${post.id}/sea`);
  });
  afterAll(async () => {
    await server.dispose();
    await temporary.dispose();
  });

  const read = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' });
  const misses = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^blog_page_cache_misses_total(?:\{.*\})? (\d+)$/m.exec(text)?.[1]);
  };
  const text = async (path: string) => (await read(path)).text();

  const documents = [
    '/webapi/getposts',
    '/webapi/api/counts?ids=1',
    '/webapi/openapi.json',
    '/webapi/docs',
    '/webapi/docs.css',
    '/sitemap.xml',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/tag/sea/feed.xml',
    '/robots.txt',
    '/manifest.webmanifest',
    '/opensearch.xml',
    '/favicon.svg',
    '/icon-192.png',
  ];

  test.each(documents)(
    '%s is generated once, compressed, and answered with 304 to clients that have it',
    async (path) => {
      const first = await read(path, { 'accept-encoding': 'identity' });
      expect(first.status).toBe(200);
      const whole = Buffer.from(await first.arrayBuffer());
      const missesBefore = await misses();
      const etag = first.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      expect(first.headers.get('cache-control')).toMatch(/^public, (no-cache|max-age=\d+)$/);
      for (const encoding of ['identity', 'gzip', 'br', 'gzip', 'br']) {
        const response = await read(path, { 'accept-encoding': encoding });
        expect(Buffer.from(await response.arrayBuffer()).equals(whole), encoding).toBe(true);
        expect(response.headers.get('etag')).toBe(etag);
        expect(response.headers.get('content-type')).toBe(first.headers.get('content-type'));
        const isCompressed = encoding !== 'identity' && !path.endsWith('.png') && whole.length > 256;
        expect(response.headers.get('content-encoding')).toBe(isCompressed ? encoding : null);
        if (!path.endsWith('.png')) expect(response.headers.get('vary')).toContain('accept-encoding');
        // The header must appear once, not once for the site and once for the document.
        expect(response.headers.get('cross-origin-resource-policy')).toBe(
          path.startsWith('/webapi') ? 'same-origin' : 'cross-origin',
        );
      }
      for (const headers of [{ 'if-none-match': etag }, { 'if-none-match': `W/${etag}` }])
        expect((await read(path, headers)).status).toBe(304);
      const head = await fetch(server.url + path, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
      expect(await misses()).toBe(missesBefore);
    },
  );

  test('a feed also supports If-Modified-Since', async () => {
    const modified = (await read('/atom.xml')).headers.get('last-modified') ?? '';
    expect((await read('/atom.xml', { 'if-modified-since': modified })).status).toBe(304);
    expect((await read('/atom.xml', { 'if-modified-since': modified, 'if-none-match': '"x"' })).status).toBe(
      200,
    );
  });

  test('show a change at once', async () => {
    for (const path of documents) await text(path);
    await owner.put(`/webapi/api/posts/${post.id}`, { post_title: 'After', post_title_web: 'after' });
    for (const path of ['/webapi/getposts', '/feed.xml', '/atom.xml', '/feed.json', '/tag/sea/feed.xml'])
      expect(await text(path), path).toContain('After');
    expect(await text('/sitemap.xml')).toContain('/post/after<');

    const tag = await owner.post(`/webapi/api/tag/${post.id}/fresh`);
    expect(tag.status).toBe(201);
    for (const path of ['/sitemap.xml', '/webapi/getposts', '/feed.json'])
      expect(await text(path), path).toContain('fresh');

    await owner.put('/webapi/api/admin/site', { site_name: 'Renamed' });
    for (const path of ['/manifest.webmanifest', '/opensearch.xml', '/feed.xml', '/tag/sea/feed.xml'])
      expect(await text(path), path).toContain('Renamed');

    await owner.put(`/webapi/api/posts/status/${post.id}/0`);
    for (const path of ['/webapi/getposts', '/feed.xml', '/sitemap.xml', '/tag/sea/feed.xml'])
      expect(await text(path), path).not.toContain('after');
    await owner.put(`/webapi/api/posts/status/${post.id}/1`);
  });

  test('the list of all posts shows a new vote', async () => {
    await text('/webapi/getposts');
    const visitor = new Client(server.url);
    await visitor.get('/webapi/api/admin/auth');
    await visitor.post(`/webapi/api/vote/${post.id}`, { voteVal: 1, postId: post.id });
    await expect.poll(() => text('/webapi/getposts')).toContain('"vote_count":1');
  });

  test('the list of all posts is the same for everyone; other responses of the API are not cached', async () => {
    const etag = (await read('/webapi/getposts')).headers.get('etag');
    expect((await owner.get('/webapi/getposts')).headers.get('etag')).toBe(etag);
    expect((await owner.get('/webapi/openapi.json')).status).toBe(200);
    for (const path of ['/webapi/api/admin/auth', `/webapi/api/posts/${post.id}`, '/webapi/api/cat/all'])
      expect((await read(path)).headers.get('cache-control'), path).toBe('private, no-store');
    const other = await fetch(`${server.url}/webapi/docs`, {
      method: 'DELETE',
      headers: { origin: server.url },
    });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('a card image has one URL, and others redirect to it', async () => {
    const { site_name, theme_color } = (await owner.get<Record<string, string>>('/webapi/api/site')).body;
    const { post_title: title } = (await owner.get<Post>(`/webapi/api/posts/${post.id}/direct`)).body;
    const path = cardPath(post.id, { title, site: site_name ?? '', color: theme_color ?? '' });
    expect((await read(path)).headers.get('cache-control')).toBe('public, max-age=31536000');
    // The invalidation by the vote above may still be under way.
    const missed = async () => {
      const before = await misses();
      expect((await read(path)).status).toBe(200);
      return (await misses()) - before;
    };
    await expect.poll(missed).toBe(0);
    for (const hash of ['0123456789abcdef', 'ffffffffffffffff']) {
      const wrong = await read(`/card/${post.id}-${hash}.png`);
      expect([wrong.status, wrong.headers.get('location')]).toEqual([302, path]);
    }
    await owner.delete(`/webapi/api/posts/${post.id}`);
    expect((await read(path)).status).toBe(404);
  });

  test('a list of all posts that the cache has no room for is sent in parts', async () => {
    const database = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = database.config;
    const server = await startSite({
      env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), PAGE_CACHE_MB: '1' },
    });
    try {
      const owner = new Client(server.url);
      await owner.login();
      const content = `<p>${'Some words. '.repeat(60)}</p>`;
      for (let number = 0; number < 30; number++) {
        const { body } = await owner.post<Post>('/webapi/api/posts', {
          post_title: `Number ${number}`,
          post_content: content,
          active: true,
          post_date: '2026-01-01T00:00:00.000Z',
        });
        for (let comment = 0; comment < 2; comment++)
          await owner.post(`/webapi/api/posts/comment/${body.id}`, { comment_text: 'x'.repeat(5_000) });
      }
      for (const cookie of ['', `session=${owner.cookies.get('session')}`]) {
        const response = await fetch(`${server.url}/webapi/getposts`, { headers: { cookie } });
        expect(response.headers.get('etag')).toBeNull();
        const all = (await response.json()) as Post[];
        expect(all.map(({ post_title }) => post_title)).toEqual(
          Array.from({ length: 30 }, (_, number) => `Number ${29 - number}`),
        );
      }
      const head = await fetch(`${server.url}/webapi/getposts`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
    } finally {
      await server.dispose();
      await database.dispose();
    }
  });
});
