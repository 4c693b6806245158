import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobKinds } from '../../src/modules/jobs.ts';
import { kindsIn } from '../../src/platform/jobs/kinds.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { insertPosts } from '../support/many-posts.ts';

const many = 230;

onEachDatabase('a tag of very many posts', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  test('is renamed at once, and found by its new name when a job has indexed its posts', async () => {
    const { db } = site.blog;
    const { id: category_id } = await db
      .insertInto('categories')
      .values({ category_path: 'notes' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const posts = await insertPosts(db, many, { category_id });
    const { id: tag_id } = await db
      .insertInto('tags')
      .values({ tag_name: 'walk', display_name: 'walk', name_key: 'walk' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('post_tags')
      .values(posts.map((post_id) => ({ post_id, tag_id })))
      .execute();
    const renamed = await site.admin.put('/webapi/api/admin/tags/walk', { display_name: 'Wanderung' });
    expect(renamed).toMatchObject({ status: 200, body: { tag_name: 'walk', display_name: 'Wanderung' } });
    await runDueJobs(site.blog, new AbortController().signal, kindsIn(jobKinds, 'posts'));
    await expect
      .poll(
        async () => {
          const { headers } = await site.admin.get('/webapi/api/search/5/0?q=wanderung');
          return Number(headers.get('x-total-count'));
        },
        { timeout: 60_000 },
      )
      .toBe(many);
  });
});
