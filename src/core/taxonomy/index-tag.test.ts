import { expect, test } from 'vitest';
import { insertPosts } from '../../../tests/support/many-posts.ts';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { jobKinds } from '../../modules/jobs.ts';
import type { Blog } from '../../platform/blog.ts';
import { runDueJobs } from '../../platform/jobs/run-jobs.ts';
import { jobsOfKind } from '../../platform/jobs/store.ts';
import { searchPosts } from '../posts/search/search.ts';
import { createCategory } from './categories.ts';
import { addTag, renameTag } from './tags.ts';

const never = new AbortController().signal;

async function blogWithTag(posts: number): Promise<Blog> {
  const blog = await memoryBlog();
  const { id } = await createCategory(blog, 'notes');
  const [first = 0, ...others] = await insertPosts(blog.db, posts, { category_id: id });
  await addTag(blog, first, 'walk');
  const { id: tag_id } = await blog.db.selectFrom('tags').select('id').executeTakeFirstOrThrow();
  if (others.length > 0)
    await blog.db
      .insertInto('post_tags')
      .values(others.map((post_id) => ({ post_id, tag_id })))
      .execute();
  return blog;
}

const found = async (blog: Blog, words: string) =>
  (await searchPosts(blog, words, { limit: 1, offset: 0 })).total;

test('posts of a tag of very many are indexed by a job, which continues after an interruption', async () => {
  const blog = await blogWithTag(250);
  await renameTag(blog, 'walk', 'Wanderung');
  expect(await jobsOfKind(blog.db, 'index-tag', 5)).toHaveLength(1);
  expect(await found(blog, 'wanderung')).toBe(0);

  const stop = new AbortController();
  await runDueJobs({ ...blog, changed: () => stop.abort() }, stop.signal, jobKinds);
  const [job] = await jobsOfKind(blog.db, 'index-tag', 1);
  expect(job).toMatchObject({ outcome: null });
  expect(await found(blog, 'wanderung')).toBe(20);

  await runDueJobs(blog, never, jobKinds);
  expect(await found(blog, 'wanderung')).toBe(250);
});

test('those of a tag of few posts are indexed at once', async () => {
  const blog = await blogWithTag(3);
  await renameTag(blog, 'walk', 'Wanderung');
  expect(await jobsOfKind(blog.db, 'index-tag', 5)).toEqual([]);
  expect(await found(blog, 'wanderung')).toBe(3);
});
