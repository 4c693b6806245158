import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

// Each test starts the server several times.
vi.setConfig({ testTimeout: 60_000 });

onEachDatabase('statistics', (kind) => {
  let site: ApiSite;
  let post: Post;
  beforeAll(async () => {
    site = await apiSite(kind, { SITE_URL: 'https://blog.example.org' });
    post = await site.createPost({ post_title: 'Tea', post_content: '<p>Green tea.</p>', active: true });
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  type Headers = Record<string, string | undefined>;
  const get = (path: string, headers: Headers = {}, method = 'GET') =>
    new Promise<{ status: number; etag: string }>((resolve, reject) => {
      const url = new URL(path, site.url);
      const all = {
        'user-agent': firefox,
        'accept-language': 'en',
        'x-forwarded-for': '192.0.2.1',
        accept: 'text/html',
        ...headers,
      };
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      httpRequest(url, { method, headers: given as Record<string, string> }, (response) => {
        response.resume();
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, etag: String(response.headers.etag) }),
        );
      })
        .on('error', reject)
        .end();
    });
  const rows = () => site.blog.db.selectFrom('statistics').selectAll().execute();
  /** What was counted since the last call, as `kind name: views/visitors`. A restart writes everything. */
  const counted = async () => {
    await site.restart();
    const found = (await rows()).map((row) => `${row.kind} ${row.name}: ${row.views}/${row.visitors}`);
    return found.sort();
  };
  const fresh = async () => {
    await site.restart();
    // The file of the day starts from what the site has.
    await switchTo(false);
    await site.blog.db.deleteFrom('statistics').execute();
    await switchTo(true);
  };
  const switchTo = async (isOn: boolean) => {
    const { writeSetting } = await import('../../src/platform/db/settings.ts');
    await writeSetting(site.blog.db, 'statistics', JSON.stringify({ isOn }));
    await site.restart();
    if (!isOn) await deleteDay();
  };
  const deleteDay = async () => {
    if (kind === 'postgres') {
      for (const table of ['statistics_salts', 'statistics_visitors', 'statistics_readers'] as const)
        await site.blog.db.deleteFrom(table).execute();
      return;
    }
    const file = new DatabaseSync(join(site.blog.dataFolder, 'statistics.sqlite'));
    for (const table of ['salts', 'visitors', 'readers', 'changed'])
      file.exec(`delete from statistics_${table}`);
    file.exec('delete from statistics');
    file.close();
  };
  const path = () => `/post/${post.post_title_web}`;

  test('views and visitors of pages, cached or not, with where readers came from and what they use', async () => {
    const reader = { referer: 'https://www.News.example.com/a?utm_source=x', 'x-forwarded-for': '192.0.2.7' };
    const first = await get(path(), reader);
    await get(path(), { ...reader, referer: 'https://blog.example.org/' });
    expect((await get(path(), { 'if-none-match': first.etag, 'user-agent': iphone })).status).toBe(304);
    await get('/', {});
    await get('/?show=10', {});
    expect(await counted()).toEqual([
      'device computer: 4/2',
      'device phone: 1/1',
      'page /: 2/1',
      `page post:${post.id}: 3/2`,
      'referrer news.example.com: 1/1',
      'site : 5/3',
    ]);
    // The same visitors after a restart, and one more view.
    await get(path(), reader);
    expect(await counted()).toContain(`page post:${post.id}: 4/2`);
  });

  test('not counted: prefetches, readers who object, HEAD, forms, the owner; bots are counted as bots', async () => {
    await fresh();
    await get('/', { 'sec-purpose': 'prefetch' });
    await get('/', { purpose: 'prefetch' });
    await get('/', { dnt: '1' });
    await get('/', { 'sec-gpc': '1' });
    await get('/', {}, 'HEAD');
    await get('/login');
    await get('/robots.txt');
    await get('/webapi/api/posts/5/0/null/null', { accept: 'application/json' });
    await site.admin.get('/');
    await site.admin.get(path());
    await get('/', { 'user-agent': googlebot });
    await get('/', { 'user-agent': googlebot, dnt: '0' });
    await get('/', { 'accept-language': undefined });
    await get('/', { 'user-agent': undefined });
    expect(await counted()).toEqual(['bot other: 2/0', 'bot search: 2/0']);
  });

  test('feeds: the largest number that a reader tells, and every other reader', async () => {
    await fresh();
    const feed = (userAgent: string, address = newAddress()) =>
      get('/feed.xml', {
        'user-agent': userAgent,
        'x-forwarded-for': address,
        'accept-language': undefined,
        accept: '*/*',
      });
    await feed('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 17 subscribers; )');
    await feed('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 5 subscribers; )');
    await feed('NewsBlur Feed Fetcher - 3 subscribers - http://www.newsblur.com/site/1/tea');
    await feed('NetNewsWire (RSS Reader; https://netnewswire.com/)', '198.51.100.1');
    await feed('NetNewsWire (RSS Reader; https://netnewswire.com/)', '198.51.100.1');
    await feed(googlebot);
    expect(await counted()).toEqual(['bot search: 1/0', 'feed /feed.xml: 5/21']);
    await feed('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 20 subscribers; )');
    await feed('NetNewsWire (RSS Reader; https://netnewswire.com/)', '198.51.100.1');
    expect(await counted()).toContain('feed /feed.xml: 7/24');
  });

  test('searches without results and missing paths, without what may be about a person', async () => {
    await fresh();
    await get('/search?q=Oolong++Tea');
    await get('/search?q=oolong tea'.replace(' ', '%20'));
    await get('/search?q=a.person%40example.org');
    await get('/search?q=green');
    await get('/no/such/page');
    await get('/missing.html');
    await get('/wp-login.php');
    await get('/missing.html', { 'user-agent': googlebot });
    const found = await counted();
    expect(found.filter((row) => /^(search|missing|bot)/.test(row))).toEqual([
      'bot search: 1/0',
      'missing /missing.html: 1/0',
      'missing /no/such/page: 1/0',
      'search oolong tea: 2/0',
    ]);
  });

  test('invented user agents and paths count little', async () => {
    await fresh();
    await get('/');
    const numbers = Array.from({ length: 299 }, (_, at) => at);
    await Promise.all(numbers.map((at) => get('/', { 'user-agent': `${firefox} x${at}` })));
    for (const at of numbers.slice(0, 120))
      await get(`/invented-${at}`, { 'x-forwarded-for': `spoofed-${at}, 192.0.2.1` });
    const found = await counted();
    const [, visitors] = /^site : 300\/(\d+)$/.exec(found.find((row) => row.startsWith('site')) ?? '') ?? [];
    expect(Number(visitors)).toBeGreaterThan(30);
    expect(Number(visitors)).toBeLessThanOrEqual(64);
  });

  test('switched off, nothing is counted and nothing recognizes visitors; numbers of a renamed post stay', async () => {
    await fresh();
    await get(path());
    expect(await counted()).toContain(`page post:${post.id}: 1/1`);
    await site.admin.put(`/webapi/api/posts/${post.id}`, { post_title_web: 'better-tea' });
    await get('/post/better-tea');
    expect(await counted()).toContain(`page post:${post.id}: 2/1`);
    await switchTo(false);
    const before = await counted();
    await get('/post/better-tea');
    expect(await counted()).toEqual(before);
    await switchTo(true);
  });
});
