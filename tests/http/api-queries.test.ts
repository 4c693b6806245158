import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexMissing } from '../../src/core/posts/search/search.ts';
import type { Db } from '../../src/platform/db/open.ts';
import { seed } from '../../tools/seed.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { startBuilt } from '../support/site.ts';

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

onEachDatabase('database queries of lists', (kind) => {
  let site: ApiSite;
  let plain: Db;
  const executed: CompiledQuery[] = [];
  beforeAll(async () => {
    // Jobs in this process would add queries.
    site = await apiSite(kind, {}, startBuilt);
    plain = site.blog.db;
    await seed(plain, { posts: 400, comments: 200 });
    await indexMissing(site.blog);
    const travels = await site.admin.get<{ id: number }[]>('/webapi/api/posts/3/0/travel/!null');
    for (const { id } of travels.body) await site.admin.post(`/webapi/api/tag/${id}/both`);
    const executor = plain.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query, ...rest) => {
      executed.push(query);
      return execute(query, ...rest);
    };
  });
  afterAll(() => site.dispose());

  /** The queries of one request, without those that check the session. */
  const queriesOnce = async (path: string) => {
    executed.length = 0;
    const answer = await site.admin.get<unknown[]>(`/webapi${path}`);
    expect(answer.status).toBe(200);
    return { rows: answer.body.length, queries: executed.filter((query) => !query.sql.includes('sessions')) };
  };

  /** Measures several times and takes the smallest result, because scheduled jobs may run queries meanwhile. */
  const queriesOf = async (path: string) => {
    const measured = [];
    for (let time = 0; time < 5; time++) measured.push(await queriesOnce(path));
    return measured.reduce((least, one) => (one.queries.length < least.queries.length ? one : least));
  };

  // One query more than the list itself reads the authors, of whom there are few; in the admin list, one the translations.
  const lists: [string, string, number][] = [
    ['/api/posts/5/0/!null/!null', '/api/posts/100/0/!null/!null', 3],
    ['/api/posts/5/50/!null/!null', '/api/posts/100/50/!null/!null', 3],
    ['/api/posts/5/0/travel/!null', '/api/posts/100/0/travel/!null', 3],
    ['/api/posts/5/0/!null/tag1', '/api/posts/100/0/!null/tag1', 3],
    ['/api/posts/1/0/travel/both', '/api/posts/100/0/travel/both', 4],
    ['/api/posts/tag/2/tag1', '/api/posts/tag/100/tag1', 3],
    ['/api/posts/travel/0/random', '/api/posts/travel/1/random', 3],
    ['/api/admin/posts?limit=5', '/api/admin/posts?limit=100', 4],
    ['/api/admin/posts?limit=5&status=inactive', '/api/admin/posts?limit=100&status=inactive', 4],
    ['/api/admin/posts?limit=5&category=1', '/api/admin/posts?limit=100&category=1', 4],
    ['/api/admin/posts?limit=5&sort=title&order=asc', '/api/admin/posts?limit=100&sort=title&order=asc', 4],
    ['/api/admin/posts?limit=5&sort=votes', '/api/admin/posts?limit=100&sort=votes', 4],
    ['/api/admin/comments?limit=5', '/api/admin/comments?limit=100', 3],
    ['/api/admin/comments?limit=5&state=waiting', '/api/admin/comments?limit=100&state=waiting', 3],
    ['/api/admin/activity?limit=1', '/api/admin/activity?limit=100', 2],
    ['/api/admin/activity?limit=1&kind=tag', '/api/admin/activity?limit=100&kind=tag', 2],
    ['/api/image?limit=5', '/api/image?limit=100', 2],
    ['/api/search/5/0?q=river', '/api/search/100/0?q=river', 3],
    ['/api/cat/all', '/api/cat/all', 1],
  ];

  test.each(lists)('%s and %s take the same number of queries, at most %i', async (short, long, most) => {
    const [few, many] = [await queriesOf(short), await queriesOf(long)];
    expect(few.queries.length).toBe(many.queries.length);
    expect(few.queries.length).toBeLessThanOrEqual(most);
    if (!/image|random|cat\/all/.test(short)) expect(many.rows).toBeGreaterThan(few.rows);
  });

  const explainSqlite = async ({ sql: text, parameters }: CompiledQuery) => {
    const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    const { rows } = await plain.executeQuery<{ id: number; parent: number; detail: string }>(explain);
    return rows;
  };
  const explainPostgres = ({ sql: text, parameters }: CompiledQuery) =>
    plain.transaction().execute(async (tx) => {
      // PostgreSQL prefers to scan a small table. The test asks only whether an index can be used.
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_sort = off`.execute(tx);
      const explain = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(explain);
      const plan = rows[0]?.['QUERY PLAN'];
      return (typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan as Plan;
    });
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  describe('use an index', () => {
    test.each(lists.filter(([path]) => !/cat\/all|search/.test(path)).map(([path]) => path))(
      '%s',
      async (path) => {
        const { queries } = await queriesOf(path);
        for (const query of queries) {
          // Only a count of all images or comments may read a whole index.
          if (/^select count\(\*\)/.test(query.sql)) continue;
          if (kind === 'sqlite') {
            const rows = await explainSqlite(query);
            const scans = rows.filter(
              ({ detail }) =>
                /^SCAN \w+$/.test(detail) && !/^SCAN (l|picked|t|f|i|c|s|part|activity)$/.test(detail),
            );
            expect(scans).toEqual([]);
            const below = (id: number): typeof rows =>
              rows.filter(({ parent }) => parent === id).flatMap((row) => [row, ...below(row.id)]);
            const picking = rows.filter(({ detail }) =>
              /^(CO-ROUTINE|MATERIALIZE) (l|picked|part)$/.test(detail),
            );
            expect(
              picking.flatMap(({ id }) => below(id)).filter(({ detail }) => /B-TREE/.test(detail)),
            ).toEqual([]);
          } else {
            const plan = await explainPostgres(query);
            expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
            const picking = nodesOf(plan).filter((node) => node['Node Type'] === 'Limit');
            expect(picking.flatMap(nodesOf).filter((node) => node['Node Type'].includes('Sort'))).toEqual([]);
          }
        }
      },
    );
  });

  test('posts of one list are looked up in another by the whole key', async () => {
    if (kind !== 'sqlite') return;
    const { queries } = await queriesOf('/api/posts/1/0/travel/both');
    const plans = (await Promise.all(queries.map(explainSqlite))).flat().map(({ detail }) => detail);
    const lookups = plans.filter((detail) => / other /.test(detail));
    expect(lookups.length).toBeGreaterThan(0);
    for (const detail of lookups) expect(detail).toContain('kind=? AND name=? AND post_date=? AND post_id=?');
  });

  test('control: the check detects a table scan', async () => {
    const scan = plain.selectFrom('posts').select('id').where('description', '=', 'x').limit(1).compile();
    if (kind === 'sqlite')
      expect((await explainSqlite(scan)).map(({ detail }) => detail)).toContainEqual(
        expect.stringMatching(/^SCAN posts/),
      );
    else {
      const types = nodesOf(await explainPostgres(scan)).map((node) => node['Node Type']);
      expect(types).toContain('Seq Scan');
    }
  });
});
