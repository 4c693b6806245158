import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Redirect, UnknownPath } from '../../src/core/redirects/api.ts';
import { addRedirects, type NewRedirect } from '../../src/core/redirects/redirects.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { redirectsTag } from '../../src/platform/http/cache/reads.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { migratedDatabase, onEachDatabase } from '../support/databases.ts';
import { startSite } from '../support/site.ts';

onEachDatabase('redirects', (kind) => {
  let site: ApiSite;
  let tea: Post;
  beforeAll(async () => {
    site = await apiSite(kind);
    tea = await site.createPost({ post_title: 'Tea', active: true });
    await site.admin.post(`/webapi/api/tag/${tea.id}/drinks`);
    const { body: category } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'kitchen',
    });
    await site.admin.put(`/webapi/api/admin/cat/${tea.id}/${category.id}`, {});
    categoryId = category.id;
  });
  let categoryId = 0;
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(site.url + path, { method, headers, redirect: 'manual' });
  const answer = async (path: string) => {
    const response = await ask(path);
    await response.arrayBuffer();
    return `${response.status} ${response.headers.get('location') ?? ''}`.trim();
  };
  const add = async (rows: readonly NewRedirect[], importId: number | null = null) => {
    const result = await addRedirects(site.blog.db, rows, { importId, now: new Date().toISOString() });
    site.blog.changed({ touches: [redirectsTag] });
    return result;
  };
  const typed = (from: string, to: string | null) =>
    site.admin.post<Redirect & { error: { message: string } }>('/webapi/api/admin/redirects', { from, to });

  test('without redirects unknown paths are answered as specified', async () => {
    expect(await answer('/2010/04/03/tea')).toBe('302 /');
    expect(await answer('/2010/04/03/tea/')).toBe('301 /2010/04/03/tea');
    expect(await answer('/2010/04/tea.html')).toBe('404');
    expect(await answer('/?p=73')).toBe('200');
    expect(await answer('/feed')).toBe('302 /');
  });

  test('old addresses in every spelling lead to the post in one hop', async () => {
    const from = [
      'https://old.example.org/2010/04/03/tea/',
      '/?p=73',
      '/?page_id=2',
      '/?attachment_id=9',
      '/2010/04/tea.html',
      '/图',
      '/post/tea-old',
      '/tag/tee',
      '/images/2010/tea.jpg',
    ];
    const { added } = await add(from.map((from) => ({ from, to: { post: tea.id } })));
    expect(added).toBe(from.length);
    for (const path of [
      '/2010/04/03/tea',
      '/2010/04/03/tea/',
      '/2010/04/03/tea/?utm_source=x&fbclid=y',
      '/2010/04/03/tea?replytocom=5',
      '//2010/04/03/tea',
      '/?p=73',
      '/?utm_medium=x&p=73',
      '/?p=73&preview=true',
      '/index.php?p=73',
      '/?page_id=2',
      '/?attachment_id=9',
      '/2010/04/tea.html',
      '/%E5%9B%BE',
      '/%e5%9b%be',
      '/%e5%9b%be/',
      '/post/tea-old',
      '/tag/tee/',
      '/images/2010/tea.jpg',
    ])
      expect(`${path} ${await answer(path)}`).toBe(`${path} 301 /post/tea`);
    const head = await ask('/2010/04/03/tea/', 'HEAD');
    expect(head.status).toBe(301);
    expect(head.headers.get('location')).toBe('/post/tea');
    expect(head.headers.get('cache-control')).toBe('no-cache');
  });

  test('the home page is sent from the cache as before, and its own queries are not redirects', async () => {
    for (const path of ['/', '/?show=10', '/?p=99999', '/?utm_source=x'])
      expect(`${path} ${await answer(path)}`).toBe(`${path} 200`);
  });

  test('feeds lead to the feeds of the same list', async () => {
    await add([
      { from: '/topic/drinks/', to: { tag: 'drinks' } },
      { from: '/?cat=3', to: { category: categoryId } },
      { from: '/feeds/posts/default', to: { path: '/feed.xml' } },
    ]);
    const expected = {
      '/feed/': '/feed.xml',
      '/?feed=rss2': '/feed.xml',
      '/feed/atom/': '/atom.xml',
      '/feeds/posts/default': '/feed.xml',
      '/topic/drinks/': '/tag/drinks',
      '/topic/drinks/feed/': '/tag/drinks/feed.xml',
      '/tag/drinks/feed/': '/tag/drinks/feed.xml',
      '/?cat=3': '/filter/kitchen',
      '/?cat=3&feed=rss2': '/filter/kitchen/feed.xml',
    };
    for (const [path, to] of Object.entries(expected))
      expect(`${path} ${await answer(path)}`).toBe(`${path} 301 ${to}`);
    expect(await answer('/2010/04/03/tea/feed/')).toBe('410');
  });

  test('gone addresses say so in the look of the site, to GET and HEAD', async () => {
    expect((await typed('/secret/', null)).status).toBe(201);
    const response = await ask('/secret/');
    expect(response.status).toBe(410);
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
    const html = await response.text();
    expect(html).toContain('<p class="notice-mark" aria-hidden="true">410</p>');
    expect(html).toContain('<footer');
    const head = await ask('/secret', 'HEAD');
    expect([head.status, await head.text()]).toEqual([410, '']);
    const written = await ask('/secret', 'POST', { origin: site.url });
    expect(written.status).not.toBe(410);
  });

  test('a redirect follows its post: new titles, inactive, deleted, restored', async () => {
    const post = await site.createPost({ post_title: 'Coffee', active: true });
    await add([{ from: '/coffee.php', to: { post: post.id } }]);
    expect(await answer('/coffee.php')).toBe('301 /post/coffee');
    await site.admin.put(`/webapi/api/posts/${post.id}`, { post_title_web: 'espresso' });
    expect(await answer('/coffee.php')).toBe('301 /post/espresso');
    await site.admin.put(`/webapi/api/posts/status/${post.id}/0`);
    expect(await answer('/coffee.php')).toBe('404');
    await site.admin.delete(`/webapi/api/posts/${post.id}`);
    expect(await answer('/coffee.php')).toBe('410');
  });

  test('the file of an image is where the attachment was', async () => {
    const form = new FormData();
    form.set('post_id', String(tea.id));
    const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    form.set('cover', new Blob([new Uint8Array(png)]), 'x.png');
    const { body } = await site.admin.post<Image[]>('/webapi/api/image', form);
    const largest = body[0]?.file_path_largest ?? '';
    const hash = /[0-9a-f]{64}/.exec(largest)?.[0] ?? '';
    await add([{ from: '/wp-content/uploads/2010/04/x.jpg', to: { image: hash } }]);
    expect(await answer('/wp-content/uploads/2010/04/x.jpg')).toBe(`301 ${largest}`);
  });

  test('pages of this site win, also those that are created later', async () => {
    await add([{ from: '/about', to: { post: tea.id } }]);
    expect(await answer('/about')).toBe('301 /post/tea');
    await site.createPost({ kind: 'page', post_title: 'About', post_title_web: '/about', active: true });
    expect(await answer('/about')).toBe('200');
    expect(await answer('/about/')).toBe('301 /about');
  });

  test('a redirect to a redirected path takes one hop', async () => {
    await add([
      { from: '/one', to: { path: '/two' } },
      { from: '/two', to: { path: '/three?x=1' } },
      { from: '/three?x=1', to: { post: tea.id } },
    ]);
    expect(await answer('/one')).toBe('301 /post/tea');
    const loop = await typed('/three', '/one');
    expect(loop.status).toBe(201);
    const refused = await typed('/post/tea-of-old', '/post/tea-of-old/');
    expect(refused.status).toBe(422);
    expect(refused.body.error.message).toContain('loop');
  });

  test('the owner is notified why a path cannot be redirected', async () => {
    const reasons = {
      '': 'Enter the old path',
      '/': 'The home page cannot be redirected',
      '/?x=1': 'The home page ignores this query',
      '/post/tea': 'is a page of this site',
      '/archive/2010': 'is a page of this site',
      '/feed.xml': 'is a page of this site',
      '/robots.txt': 'is a page of this site',
      '/tag/drinks/': 'is a page of this site',
      '/webapi/x': 'The server itself answers',
      '/caf%E9': 'cannot be decoded',
    };
    for (const [from, reason] of Object.entries(reasons)) {
      const { status, body } = await typed(from, '/archive');
      expect(`${from} ${status} ${body.error.message}`).toContain(`${from} 422 `);
      expect(body.error.message).toContain(reason);
    }
    for (const to of [
      '',
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'ftp://x.example/',
      'x y',
    ])
      expect(`${to} ${(await typed('/free', to)).status}`).toBe(`${to} 422`);
    expect((await typed('/secret', '/archive')).status).toBe(409);
  });

  test('the owner can redirect to another site, and own URLs become what they show', async () => {
    expect((await typed('/friends', 'https://friends.example/a?b#c')).body.kind).toBe('path');
    expect(await answer('/friends')).toBe('301 https://friends.example/a?b#c');
    expect((await typed('/typed', `${site.blog.siteUrl()}/post/tea`)).body).toMatchObject({
      kind: 'post',
      title: 'Tea',
      url: '/post/tea',
      state: 'works',
    });
  });

  test('hits are counted without a write for each request, and listed by number', async () => {
    await typed('/counted', '/post/tea');
    const hits = async () => {
      const { body } = await site.admin.get<Redirect[]>('/webapi/api/admin/redirects?search=/counted');
      return body[0]?.hits;
    };
    for (let n = 0; n < 7; n++) await answer('/counted/');
    const stored = await site.blog.db
      .selectFrom('redirects')
      .select('hits')
      .where('from_path', '=', '/counted')
      .executeTakeFirstOrThrow();
    expect(stored.hits).toBe(0);
    expect(await hits()).toBe(7);
    const list = await site.admin.get<Redirect[]>('/webapi/api/admin/redirects?limit=2&order=hits');
    expect(list.body).toHaveLength(2);
    expect(list.body[0]?.hits).toBeGreaterThanOrEqual(list.body[1]?.hits ?? 0);
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(10);
    expect(await hits()).toBe(7);
  });

  test('unknown paths asked for often are listed until they are redirected', async () => {
    for (let n = 0; n < 3; n++) {
      await answer('/2009/lost?email=someone%40example.org');
      await answer('/?p=4711&token=secret');
      await answer('/wp-login.php');
    }
    await answer('/2009/lost');
    const listed = async () =>
      (await site.admin.get<UnknownPath[]>('/webapi/api/admin/unknown-paths')).body.map(
        ({ path, hits }) => `${path} ${hits}`,
      );
    expect(await listed()).toEqual(expect.arrayContaining(['/2009/lost 4', '/?p=4711 3']));
    expect((await listed()).join()).not.toMatch(/wp-login|secret|example\.org/);
    await typed('/2009/lost', '/archive');
    expect((await listed()).join()).not.toContain('/2009/lost');
    expect(await answer('/2009/lost/')).toBe('301 /archive');
  });

  test('all redirects of an import are deleted at once, others stay', async () => {
    await add(
      Array.from({ length: 1200 }, (_, n) => ({ from: `/imported/${n}`, to: { post: tea.id } })),
      42,
    );
    expect(await answer('/imported/1100')).toBe('301 /post/tea');
    const { body } = await site.admin.delete('/webapi/api/admin/redirects/import/42');
    expect(body).toEqual({ deleted: 1200 });
    expect(await answer('/imported/1100')).toBe('302 /');
    expect(await answer('/2010/04/03/tea')).toBe('301 /post/tea');
  });

  test('after a redirect is deleted its path is unknown again', async () => {
    const { body } = await typed('/short-lived', '/archive');
    expect(await answer('/short-lived')).toBe('301 /archive');
    expect((await site.admin.delete(`/webapi/api/admin/redirects/${body.id}`)).body).toEqual({ id: body.id });
    expect((await site.admin.delete(`/webapi/api/admin/redirects/${body.id}`)).status).toBe(404);
    expect(await answer('/short-lived')).toBe('302 /');
  });

  test('a redirect that another process adds is used, also where there was none before', async () => {
    const temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    const server = await startSite({ env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' } });
    const other = openDatabase({ ...temporary.config, onLost: () => {} });
    try {
      const locationOf = async () => {
        const response = await fetch(`${server.url}/old`, { redirect: 'manual' });
        return `${response.status} ${response.headers.get('location')}`;
      };
      for (let n = 0; n < 3; n++) expect(await locationOf()).toBe('302 /');
      const now = new Date().toISOString();
      await addRedirects(other.db, [{ from: '/old', to: { path: '/archive' } }], { importId: null, now });
      await expect.poll(locationOf, { interval: 20 }).toBe('301 /archive');
      await other.db.deleteFrom('redirects').execute();
      await expect.poll(locationOf, { interval: 20 }).toBe('302 /');

      // Hits of this process are stored when it stops.
      await addRedirects(other.db, [{ from: '/old', to: { path: '/archive' } }], { importId: null, now });
      await expect.poll(locationOf, { interval: 20 }).toBe('301 /archive');
      await server.stop();
      const { hits } = await other.db.selectFrom('redirects').select('hits').executeTakeFirstOrThrow();
      expect(hits).toBe(1);
    } finally {
      await other.db.destroy();
      await server.dispose();
      await temporary.dispose();
    }
  });
});
