import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discussionTitle, seed } from '../../tools/seed.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';

let site: ApiSite;
/** PostgreSQL plans a statement for its values five times before it compares that with a plan for all values. */
const requests = 20;

beforeAll(async () => {
  site = await apiSite('postgres', { PAGE_CACHE_MB: '0', DATABASE_POOL: '2' });
  await seed(site.blog.db, { posts: 600, comments: 3_000, discussion: 600 });
  await sql`analyze`.execute(site.blog.db);
});
afterAll(() => site.dispose());

type Statement = { statement: string; planned: number; reused: number };

/** Of both connections: a query on each waits until the other one has begun. */
async function statements(): Promise<Statement[]> {
  const read = sql<Statement>`select statement, custom_plans as planned, generic_plans as reused
    from pg_prepared_statements, pg_sleep(0.2)`;
  const both = await Promise.all([read.execute(site.blog.db), read.execute(site.blog.db)]);
  return both.flatMap(({ rows }) => rows);
}

test.each([
  '/',
  '/filter/travel',
  '/tag/tag1',
  '/post/seeded-post-5',
  `/post/${discussionTitle}`,
  '/webapi/api/posts/5/540/!null/!null',
])('PostgreSQL does not plan the prepared queries of %s each time', async (url) => {
  for (let count = 0; count < requests; count++) expect((await site.visitor().get(url)).status).toBe(200);
  const used = (await statements()).filter(({ planned, reused }) => planned + reused >= requests / 2);
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter(({ reused }) => reused === 0).map(({ statement }) => statement)).toEqual([]);
});
