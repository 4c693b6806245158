import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { inBulk } from '../../platform/db/content-version.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { nodeSqlite } from '../../platform/db/sqlite.ts';
import { createPost } from './write-posts.ts';

test('other processes learn of the changes of a bulk now and then, and at its end', async () => {
  const blog = await memoryBlog();
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(blog.db);
  const { dialect, version } = nodeSqlite(rows[0]?.file ?? '');
  const other = new Kysely<Schema>({ dialect });
  onTestFinished(() => other.destroy());
  await other.selectFrom('posts').select('id').execute();
  let seen = version();
  /** Whether the other connection saw a change. */
  const shows = async (change: () => Promise<unknown>): Promise<boolean> => {
    const before = seen;
    await change();
    seen = version();
    return seen !== before;
  };
  const post = (site: typeof blog, post_title: string) => () =>
    createPost(site, { post_title, active: true }, admin);
  const inside: boolean[] = [];
  await inBulk(blog, async (bulk) => {
    inside.push(await shows(post(bulk, 'first')));
    inside.push(await shows(post(bulk, 'second')));
    inside.push(await shows(post(blog, 'of the owner')));
    blog.wait(10_000);
    inside.push(await shows(post(bulk, 'third')));
    inside.push(await shows(post(bulk, 'fourth')));
  });
  expect(inside).toEqual([true, false, true, true, false]);
  expect(version()).not.toBe(seen);
});
