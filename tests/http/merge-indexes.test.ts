import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexChangedTexts } from '../../src/core/posts/search/index-grams.ts';
import { segmentedIndexes } from '../../src/platform/db/index-segments.ts';
import { mergeIndexes } from '../../src/platform/db/merge-indexes.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const posts = 30;

onEachDatabase('merging the search indexes', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
    for (let n = 0; n < posts; n++) {
      await site.createPost({ post_title: `Walk ${n}`, post_content: `<p>River number${n}</p>` });
      await indexChangedTexts(site.blog.db);
    }
  });
  afterAll(() => site.dispose());

  const found = async () => {
    const reader = await site.visitor().get<{ post_title: string }[]>('/webapi/api/search/50/0?q=river');
    const owner = await site.admin.get<{ post_title: string }[]>(
      '/webapi/api/admin/posts?brief=1&limit=50&search=number1',
    );
    return [reader, owner].map(({ body }) => body.map(({ post_title }) => post_title));
  };
  const segments = async () => {
    const counts: number[] = [];
    for (const index of segmentedIndexes) {
      const { rows } = await sql<{ count: number }>`
        select count(distinct segid) as count from ${sql.table(`${index}_idx`)}`.execute(site.blog.db);
      counts.push(rows[0]?.count ?? 0);
    }
    return counts;
  };

  test('leaves few segments, and searches find the same', async () => {
    const before = await found();
    expect(before.map(({ length }) => length)).toEqual([posts, 11]);
    if (kind === 'sqlite') for (const count of await segments()) expect(count).toBeGreaterThan(3);
    await mergeIndexes(site.blog.db);
    if (kind === 'sqlite') for (const count of await segments()) expect(count).toBeLessThanOrEqual(2);
    expect(await found()).toEqual(before);
    const post = await site.createPost({ post_title: 'Walk again', post_content: '<p>River</p>' });
    expect((await found())[0]).toContain('Walk again');
    await site.admin.delete(`/webapi/api/admin/posts/${post.id}`);
  });

  test('ends at once when there is nothing to merge', async () => {
    await mergeIndexes(site.blog.db);
    const merged = kind === 'sqlite' ? await segments() : null;
    const changes = sql<{ n: number }>`select total_changes() as n`;
    const before = kind === 'sqlite' ? (await changes.execute(site.blog.db)).rows[0]?.n : 0;
    await mergeIndexes(site.blog.db);
    if (kind !== 'sqlite') return;
    // A merge command that does nothing counts as one change.
    expect((await changes.execute(site.blog.db)).rows[0]?.n).toBeLessThanOrEqual(Number(before) + 2);
    expect(await segments()).toEqual(merged);
  });
});
