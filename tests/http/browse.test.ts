import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relistAll } from '../../src/core/posts/lists/store/listings.ts';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

/** Texts of links with their URLs and the count beside them. */
const linksIn = (html: string): string[] =>
  [
    ...(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').matchAll(
      /<a href="([^"]*)"[^>]*>([^<]*)<\/a>(?:<span class="count"><span aria-hidden="true">(\d+))?/g,
    ),
  ].map(([, url, text, count]) => [text, url, count].filter(Boolean).join(' '));

onEachDatabase('archive and topics', (kind) => {
  let site: ApiSite;
  const ids: Record<string, number> = {};
  const read = async (path: string) => {
    const { status, text } = await site.visitor().get(path);
    return { status, html: text, links: linksIn(text) };
  };
  /** A cached page is read by another code path than a new one. */
  const readTwice = async (path: string) => {
    await read(path);
    return read(path);
  };

  beforeAll(async () => {
    site = await apiSite(kind);
    for (const [title, date] of [
      ['old', '1998-12-31T23:30:00Z'],
      ['march', '2026-03-31T22:30:00Z'],
      ['april', '2026-04-01T12:00:00Z'],
      ['may', '2026-05-02T12:00:00Z'],
      ['twin', '2026-05-02T12:00:00Z'],
    ] as const)
      ids[title] = (await site.createPost({ post_title: title, post_date: date })).id;
    ids.draft = (
      await site.createPost({ post_title: 'draft', post_date: '2026-06-01T12:00:00Z', active: false })
    ).id;
  });
  afterAll(() => site.dispose());

  const setZone = (time_zone: string) => site.admin.put('/webapi/api/admin/site', { time_zone });

  test('the archive counts the posts of each month, however long the gap between two', async () => {
    const { status, links } = await readTwice('/archive');
    expect(status).toBe(200);
    expect(links).toEqual([
      '2026 /archive/2026 4',
      'May /archive/2026/05 2',
      'April /archive/2026/04 1',
      'March /archive/2026/03 1',
      '1998 /archive/1998 1',
      'December /archive/1998/12 1',
    ]);
  });

  test('months are those of the time zone of the site', async () => {
    await setZone('Europe/Berlin');
    const berlin = (await read('/archive')).links;
    expect(berlin).toContain('April /archive/2026/04 2');
    expect(berlin).toContain('January /archive/1999/01 1');
    expect(berlin.join()).not.toContain('/archive/2026/03');
    expect((await read('/archive/2026/04')).links.slice(-2)).toEqual([
      'april /post/april',
      'march /post/march',
    ]);
    expect((await read('/archive/1998')).status).toBe(404);
    await setZone('UTC');
    expect((await read('/archive/1998')).status).toBe(200);
  });

  test('only the newest two years are listed with their months', async () => {
    const { id } = await site.createPost({ post_title: 'in 2012', post_date: '2012-12-31T23:00:00Z' });
    expect((await read('/archive')).links.slice(4)).toEqual([
      '2012 /archive/2012 1',
      'December /archive/2012/12 1',
      '1998 /archive/1998 1',
    ]);
    // One of the posts begins the next year there, and none is in 2012.
    await setZone('Europe/Berlin');
    expect((await read('/archive')).links.slice(3)).toEqual([
      '2013 /archive/2013 1',
      'January /archive/2013/01 1',
      '1999 /archive/1999 1',
    ]);
    await setZone('UTC');
    await site.admin.delete(`/webapi/api/posts/${id}`);
  });

  test('a year of several pages begins with its months', async () => {
    const { id } = await site.createPost({ post_title: 'one of many', post_date: '2003-11-10T12:00:00Z' });
    const february = await site.createPost({ post_title: 'in February', post_date: '2003-02-10T12:00:00Z' });
    const { db } = site.blog;
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 99)
      insert into posts (post_title_web, post_title, post_content, card_html, card_truncated, description, post_date, active, search_text)
      select 'of-2003-' || n, post_title, '', '', 0, '', post_date, 1, '' from numbers, posts where id = ${id}`.execute(
      db,
    );
    await db.transaction().execute((tx) => relistAll(tx));
    site.blog.changed({ touches: ['all:'] });
    const { links, html } = await readTwice('/archive/2003');
    expect(links.slice(0, 4)).toEqual([
      'Archive /archive',
      'November /archive/2003/11 100',
      'February /archive/2003/02 1',
      'November /archive/2003/11',
    ]);
    expect(html).toContain('Page 1 of 2');
    await db.deleteFrom('posts').where('post_title_web', 'like', 'of-2003-%').execute();
    await db.transaction().execute((tx) => relistAll(tx));
    await site.admin.delete(`/webapi/api/posts/${february.id}`);
    expect((await read('/archive/2003')).links).toEqual([
      'Archive /archive',
      'November /archive/2003/11',
      'one of many /post/one-of-many',
    ]);
    await site.admin.delete(`/webapi/api/posts/${id}`);
  });

  test('a year and a month list their posts, newest first, then highest id', async () => {
    expect((await readTwice('/archive/2026')).links).toEqual([
      'Archive /archive',
      'May /archive/2026/05',
      'twin /post/twin',
      'may /post/may',
      'April /archive/2026/04',
      'april /post/april',
      'March /archive/2026/03',
      'march /post/march',
    ]);
    expect((await readTwice('/archive/2026/05')).links).toEqual([
      'Archive /archive',
      '2026 /archive/2026',
      'twin /post/twin',
      'may /post/may',
    ]);
  });

  test('a period without posts is the empty list with status 404, another spelling goes home', async () => {
    for (const path of ['/archive/2025', '/archive/2026/06', '/archive/9999/12', '/archive/2026?page=2']) {
      const { status, html } = await readTwice(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain('There are current no posts for public view.');
    }
    for (const path of [
      '/archive/26',
      '/archive/2026/5',
      '/archive/2026/13',
      '/archive/x',
      '/archive/0999',
    ]) {
      const answer = await fetch(site.url + path, { redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/']);
    }
  });

  test('a published, renamed, moved or deleted post shows at once', async () => {
    await read('/archive');
    await read('/archive/2026');
    await site.admin.put(`/webapi/api/posts/status/${ids.draft}/1`);
    expect((await read('/archive')).links).toContain('June /archive/2026/06 1');
    await site.admin.put(`/webapi/api/posts/${ids.draft}`, { post_title: 'renamed' });
    expect((await read('/archive/2026')).html).toContain('>renamed</a>');
    await site.admin.put(`/webapi/api/posts/${ids.draft}`, { post_date: '2026-07-01T12:00:00Z' });
    expect((await read('/archive')).links).toContain('July /archive/2026/07 1');
    await site.admin.delete(`/webapi/api/posts/${ids.draft}`);
    expect((await read('/archive')).links.join()).not.toContain('2026/07');
    await site.admin.post('/webapi/api/admin/bin/restore', { items: [{ kind: 'post', id: ids.draft }] });
    expect((await read('/archive')).links).toContain('July /archive/2026/07 1');
    await site.admin.put(`/webapi/api/posts/status/${ids.draft}/0`);
    expect((await read('/archive')).links.join()).not.toContain('2026/07');
  });

  test('a post links to the posts before and after it, which follow their changes', async () => {
    const neighbors = async (title: string) => {
      const { html } = await read(`/post/${title}`);
      const found = [
        ...html.matchAll(/<a rel="(prev|next)" href="([^"]*)"><span>[^<]*<\/span><bdi>([^<]*)/g),
      ];
      return found.map(([, rel, url, name]) => `${rel} ${name} ${url}`);
    };
    expect(await neighbors('april')).toEqual(['prev march /post/march', 'next may /post/may']);
    // The same date: the id decides.
    expect(await neighbors('may')).toEqual(['prev april /post/april', 'next twin /post/twin']);
    expect(await neighbors('twin')).toEqual(['prev may /post/may']);
    expect(await neighbors('old')).toEqual(['next march /post/march']);

    await site.admin.put(`/webapi/api/posts/${ids.may}`, { post_title: 'May <again>' });
    expect(await neighbors('april')).toEqual(['prev march /post/march', 'next May &lt;again&gt; /post/may']);
    const between = await site.createPost({ post_title: 'between', post_date: '2026-04-15T12:00:00Z' });
    expect(await neighbors('april')).toEqual(['prev march /post/march', 'next between /post/between']);
    await site.admin.delete(`/webapi/api/posts/${between.id}`);
    expect(await neighbors('april')).toEqual(['prev march /post/march', 'next May &lt;again&gt; /post/may']);
  });

  test('topics are the tree of categories and all tags, with the posts below each', async () => {
    expect((await read('/topics')).html).toContain('There are no topics yet.');
    const put = async (title: string, category_path: string) => {
      const known = (await site.admin.get<Category[]>('/webapi/api/cat/all')).body;
      const category =
        known.find((one) => one.category_path === category_path) ??
        (await site.admin.post<Category>('/webapi/api/admin/cat', { category_path })).body;
      await site.admin.put(`/webapi/api/admin/cat/${ids[title]}/${category.id}`, { state: true });
      return category.id;
    };
    await put('march', 'travel.japan');
    await put('april', 'travel');
    const food = await put('may', 'travel.food');
    await put('twin', 'home.food');
    await put('draft', 'secret');
    await site.admin.post(`/webapi/api/tag/${ids.may}/tea`);
    await site.admin.post(`/webapi/api/tag/${ids.twin}/tea`);
    await site.admin.post(`/webapi/api/tag/${ids.twin}/bread`);
    await site.admin.post(`/webapi/api/tag/${ids.draft}/hidden`);
    const expected = [
      'Home /filter/home 1',
      'Food /filter/food 1',
      'Travel /filter/travel 3',
      'Food /filter/food 1',
      'Japan /filter/japan 1',
      'bread /tag/bread 1',
      'tea /tag/tea 2',
    ];
    expect((await readTwice('/topics')).links).toEqual(expected);

    await site.admin.put(`/webapi/api/admin/cat/${food}`, { category_path: 'travel.meals' });
    expect((await read('/topics')).links).toContain('Meals /filter/meals 1');
    await site.admin.put(`/webapi/api/posts/status/${ids.twin}/0`);
    const { links } = await read('/topics');
    expect(links).not.toContain('Home /filter/home 1');
    expect(links).toContain('tea /tag/tea 1');
    await site.admin.put(`/webapi/api/posts/status/${ids.twin}/1`);
  });

  test('many titles and tags are divided into pages', async () => {
    const { db } = site.blog;
    const total = { kind: 'tag' as const, total: 1 };
    const names = Array.from({ length: 650 }, (_, index) => `many${String(index).padStart(4, '0')}`);
    await db
      .insertInto('listing_totals')
      .values(names.map((name) => ({ ...total, name })))
      .execute();
    await db
      .insertInto('tags')
      .values(names.map((name) => ({ tag_name: name, display_name: name, name_key: name })))
      .execute();
    site.blog.changed({ touches: ['everything'] });
    const tags = async (path: string) =>
      (await readTwice(path)).links.filter((link) => link.includes(' /tag/'));
    expect(await tags('/topics')).toHaveLength(60);
    expect((await read('/topics')).html).toContain('Page 1 of 11');
    expect((await tags('/topics?page=2'))[0]).toBe('many0059 /tag/many0059 1');
    expect(await tags('/topics?page=11')).toHaveLength(52);
    expect((await read('/topics?page=12')).status).toBe(404);
    // Anything else is the first page, under its one URL.
    expect((await read('/topics?page=x')).html).toContain('Page 1 of 11');
    await db.deleteFrom('listing_totals').where('name', 'like', 'many%').execute();
    await db.deleteFrom('tags').where('tag_name', 'like', 'many%').execute();
  });

  test('both are in the sitemap', async () => {
    const { text } = await site.visitor().get('/sitemap-1.xml');
    for (const path of ['/archive', '/topics']) expect(text).toContain(`${path}</loc>`);
  });

  test('unknown tags and categories are 404 in every spelling and part of a list', async () => {
    for (const path of [
      '/tag/none',
      '/filter/none',
      '/tag/%C3%A4',
      '/filter/%E6%97%A5',
      '/tag/a%2Fb',
      '/filter/a%20b',
    ])
      for (const query of [
        '',
        '?show=5',
        '?show=20',
        '?show=7',
        '?view=compact',
        '?view=compact&show=500',
        '?from=500',
      ]) {
        const { status, html } = await readTwice(path + query);
        expect([path + query, status]).toEqual([path + query, 404]);
        expect(html).toContain('There are current no posts for public view.');
      }
  });

  test('the range of a neighbor and of a month is read from an index', async () => {
    if (kind !== 'sqlite') return;
    const { sql } = await import('kysely');
    const { rows } = await sql<{ detail: string }>`explain query plan
      select post_id from listings l where l.kind = 'all' and l.name = ''
      and (l.post_date, l.post_id) < ('2026', 5) order by l.post_date desc, l.post_id desc limit 1`.execute(
      site.blog.db,
    );
    expect(rows.map(({ detail }) => detail).join()).toMatch(
      /SEARCH l USING .*INDEX .*\(kind=\? AND name=\? AND/,
    );
  });
});
