import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexMissing } from '../../src/core/posts/search/search.ts';
import { seed } from '../../tools/seed.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';

let site: ApiSite;
let probe: DatabaseSync;
let authorized = 0;
const executed = new Map<string, readonly unknown[]>();

beforeAll(async () => {
  site = await apiSite('sqlite');
  const { db } = site.blog;
  await seed(db, { posts: 560, comments: 50 });
  await indexMissing(site.blog);
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = (query, ...rest) => {
    executed.set(query.sql, query.parameters);
    return execute(query, ...rest);
  };
  const { adapter } = executor as unknown as { adapter: { readNow(query: CompiledQuery): unknown } };
  const readNow = adapter.readNow.bind(adapter);
  adapter.readNow = (query) => {
    executed.set(query.sql, query.parameters);
    return readNow(query);
  };
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  probe = new DatabaseSync(String(rows[0]?.file), { readOnly: true });
  // SQLite asks for authorization while it plans a statement.
  probe.setAuthorizer(() => {
    authorized++;
    return 0;
  });
});
afterAll(async () => {
  probe.close();
  await site.dispose();
});

/** Whether SQLite plans a statement again when it is executed once more. */
function isPlannedAgain(text: string, parameters: readonly unknown[]): boolean {
  const values = parameters as SQLInputValue[];
  const statement = probe.prepare(text);
  statement.all(...values);
  authorized = 0;
  statement.all(...values);
  return authorized > 0;
}

test.each([
  '/',
  '/filter/travel',
  '/tag/tag1',
  '/post/seeded-post-5',
  '/search?q=river',
  '/feed.xml',
  '/archive',
  '/archive/2025/12',
  '/topics',
  '/webapi/api/posts/5/520/!null/!null',
  '/webapi/api/posts/travel/1/random',
  '/webapi/api/posts/1/0/travel/tag1',
  '/webapi/api/admin/posts?brief=1&limit=20',
  '/webapi/api/admin/posts?brief=1&limit=20&offset=520',
  '/webapi/api/admin/posts?brief=1&limit=20&category=1',
  '/webapi/api/admin/posts?brief=1&limit=20&sort=title&order=asc',
  '/webapi/api/admin/posts?brief=1&limit=20&search=river',
  '/webapi/api/admin/comments?limit=20&state=waiting',
  '/webapi/api/image?limit=20',
])('SQLite plans the queries of %s once', async (url) => {
  executed.clear();
  const { status } = await site.admin.get(url);
  expect(status).toBe(200);
  const queries = [...executed].filter(([text]) => text.startsWith('select'));
  expect(queries.length).toBeGreaterThan(0);
  expect(queries.filter(([text, values]) => isPlannedAgain(text, values)).map(([text]) => text)).toEqual([]);
});

test('control: a bare parameter as limit is planned again', () => {
  expect(isPlannedAgain('select id from posts limit ?', [5])).toBe(true);
  expect(isPlannedAgain('select id from posts limit ? + 0', [5])).toBe(false);
});
