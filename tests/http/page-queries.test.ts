import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relistAll } from '../../src/core/posts/lists/store/listings.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { startBuilt } from '../support/site.ts';

const manyPages = 10_000;

onEachDatabase('queries with ten thousand pages', (kind) => {
  let site: ApiSite;
  const executed: string[] = [];
  beforeAll(async () => {
    // Jobs in this process would add queries.
    site = await apiSite(kind, {}, startBuilt);
    const { db } = site.blog;
    for (let n = 0; n < 5; n++) await site.createPost({ post_title: `Post ${n}` });
    await site.createPost({ kind: 'page', post_title: 'Page 0', post_title_web: '/page-0' });
    const columns = sql.raw(
      'kind, post_title_web, post_title, post_content, card_html, card_truncated, description, post_date, active, first_active_date, search_text',
    );
    const number = sql.raw(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${manyPages})`,
    );
    await sql`${number} insert into posts (${columns})
      select 'page', '/deep/page-' || n, 'Page ' || n, '<p>Text</p>', '<p>Text</p>', 0, 'Text', post_date, 1,
        first_active_date, 'page ' || n from numbers, (select * from posts where post_title_web = '/page-0') as first`.execute(
      db,
    );
    await db.transaction().execute((tx) => relistAll(tx));
    await sql`analyze`.execute(db);
    const executor = db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query, ...rest) => {
      executed.push(query.sql);
      return execute(query, ...rest);
    };
    const { adapter } = executor as unknown as { adapter: { readNow?: (query: CompiledQuery) => unknown } };
    if (adapter.readNow) {
      const readNow = adapter.readNow.bind(adapter);
      adapter.readNow = (query) => {
        const rows = readNow(query);
        // During a transaction it is executed above instead.
        if (rows !== null) executed.push(query.sql);
        return rows;
      };
    }
  });
  afterAll(() => site.dispose());

  /** The queries that look for a web title. Scheduled jobs run others meanwhile. */
  const lookupsOf = async (path: string) => {
    executed.length = 0;
    const { status } = await site.visitor().get(path);
    return { status, lookups: executed.filter((query) => query.includes('"post_title_web" =')).length };
  };

  test('an unknown path takes one query, and one that cannot be a page none', async () => {
    expect(await lookupsOf('/no/such-page')).toEqual({ status: 302, lookups: 1 });
    for (const path of ['/No-Such-Page', '/a/b/c/d/e/f', '/apps', '/a_b', '/a%2Fb'])
      expect(await lookupsOf(path), path).toEqual({ status: 302, lookups: 0 });
    expect(await lookupsOf('/wp-login.php')).toEqual({ status: 404, lookups: 0 });
  });

  test('a page takes two, and none when it is cached', async () => {
    expect(await lookupsOf('/deep/page-7777')).toEqual({ status: 200, lookups: 2 });
    expect(await lookupsOf('/deep/page-7777')).toEqual({ status: 200, lookups: 0 });
  });

  test('lists show the posts alone, and the pages are listed by index', async () => {
    const posts = await site.admin.get<unknown[]>('/webapi/api/admin/posts?limit=20');
    expect([posts.body.length, posts.headers.get('x-total-count')]).toEqual([5, '5']);
    expect((await site.visitor().get<unknown[]>('/webapi/getposts')).body).toHaveLength(5);
    const pages = await site.admin.get<{ post_title: string }[]>(
      '/webapi/api/admin/posts?kind=page&limit=2&sort=title&order=asc',
    );
    expect(pages.headers.get('x-total-count')).toBe(String(manyPages + 1));
    expect(pages.body.map(({ post_title }) => post_title)).toEqual(['Page 0', 'Page 1']);
    const plan = await planOf(
      `select id from posts where kind = 'post' order by post_date desc, id desc limit 20`,
    );
    expect(plan).toMatch(/posts_by_(date|status)/);
    const locations = async (path: string) =>
      [...(await site.visitor().get(path)).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
    const found: string[] = [];
    for (const file of await locations('/sitemap.xml'))
      found.push(...(await locations(new URL(file).pathname)));
    expect(new Set(found).size).toBe(1 + 2 + 5 + manyPages + 1);
    expect(found).toHaveLength(1 + 2 + 5 + manyPages + 1);
  });

  const planOf = async (query: string): Promise<string> => {
    const explain = kind === 'sqlite' ? 'explain query plan ' : 'explain ';
    const { rows } = await site.blog.db.executeQuery(CompiledQuery.raw(explain + query));
    return JSON.stringify(rows);
  };
});
