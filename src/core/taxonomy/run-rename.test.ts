import { expect, test } from 'vitest';
import { insertPosts, listedPlaces, wrongTotals } from '../../../tests/support/many-posts.ts';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { jobKinds } from '../../modules/jobs.ts';
import type { Blog } from '../../platform/blog.ts';
import { runDueJobs } from '../../platform/jobs/run-jobs.ts';
import { readFeed } from '../feeds/feeds.ts';
import { allCategories } from '../posts/categories.ts';
import { relistAll } from '../posts/lists/store/listings.ts';
import { listPosts } from '../posts/posts.ts';
import { createPost } from '../posts/write-posts.ts';
import { createCategory, removeCategory, setCategory } from './categories.ts';
import { currentRename, renameCategory } from './rename-category.ts';

const many = 450;
const never = new AbortController().signal;
const runJobs = (blog: Blog) => runDueJobs(blog, never, jobKinds);
const total = async (blog: Blog, category: string) =>
  (await listPosts(blog, { limit: 5, offset: 0, category, tag: '!null' })).total;
const paths = async (blog: Blog) => (await allCategories(blog, admin)).map((one) => one.category_path);

async function blogWithMany(path = 'notes') {
  const blog = await memoryBlog();
  const { id } = await createCategory(blog, path);
  const posts = await insertPosts(blog.db, many, { category_id: id });
  return { blog, id, posts };
}

/** Lets the job write so many batches and then stops it, as the end of its process does. */
async function interrupted(blog: Blog, batches: number): Promise<void> {
  const stop = new AbortController();
  let left = batches;
  const changed = () => {
    if (--left === 0) stop.abort();
  };
  await runDueJobs({ ...blog, changed }, stop.signal, jobKinds);
}

async function expectConsistent(blog: Blog): Promise<void> {
  expect(await wrongTotals(blog.db)).toEqual([]);
  const places = await listedPlaces(blog.db);
  await blog.db.transaction().execute((tx) => relistAll(tx));
  expect(places).toEqual(await listedPlaces(blog.db));
}

test('a category of very many posts has its old path until a job has renamed it', async () => {
  const { blog, id } = await blogWithMany();
  const answer = await renameCategory(blog, id, 'journal', 'My journal');
  expect(answer).toMatchObject({
    category_path: 'notes',
    renaming: { from_path: 'notes', to_path: 'journal', state: 'waiting', percent: 0 },
  });
  await interrupted(blog, 2);
  expect(await currentRename(blog)).toMatchObject({
    state: 'running',
    stage: 'adding',
    done: 200,
    total: many,
    percent: 22,
  });
  expect([await total(blog, 'notes'), await total(blog, 'journal')]).toEqual([many, 0]);
  const feed = (name: string) =>
    readFeed(blog, { kind: 'category', name }).then(
      ({ items }) => items.length,
      ({ code }) => code,
    );
  expect([await feed('notes'), await feed('journal')]).toEqual([50, 'not_found']);

  // All posts are in the new list, the path is changed, and the first batch has left the old list.
  await interrupted(blog, 3 + 1 + 1);
  expect(await currentRename(blog)).toMatchObject({ stage: 'removing', done: 100, percent: 61 });
  expect([await total(blog, 'notes'), await total(blog, 'journal')]).toEqual([0, many]);
  expect([await feed('notes'), await feed('journal')]).toEqual(['not_found', 50]);

  await runJobs(blog);
  expect(await currentRename(blog)).toBeNull();
  expect(await allCategories(blog, admin)).toMatchObject([
    { id, category_path: 'journal', title: 'My journal' },
  ]);
  await expectConsistent(blog);
});

test('while it runs, the tree stays as it is and posts can be saved', async () => {
  const { blog, id, posts } = await blogWithMany();
  await renameCategory(blog, id, 'journal');
  await interrupted(blog, 2);
  const refused = { code: 'conflict', message: expect.stringContaining('being renamed') };
  await expect(renameCategory(blog, id, 'other')).rejects.toMatchObject(refused);
  await expect(createCategory(blog, 'journal')).rejects.toMatchObject(refused);
  await expect(removeCategory(blog, id)).rejects.toMatchObject(refused);

  const { id: added } = await createPost(blog, { post_title: 'New', active: true, category_id: id });
  const [first = 0] = posts;
  await setCategory(blog, admin, first, 0);
  await setCategory(blog, admin, posts.at(-1) ?? 0, 0);
  expect(await total(blog, 'notes')).toBe(many - 1);
  await runJobs(blog);
  expect(await total(blog, 'journal')).toBe(many - 1);
  const newest = await listPosts(blog, { limit: 1, offset: 0, category: 'journal', tag: '!null' });
  expect(newest.cards.map((card) => card.id)).toEqual([added]);
  await expectConsistent(blog);
  await renameCategory(blog, id, 'notes');
  await runJobs(blog);
  expect(await paths(blog)).toEqual(['notes']);
});

test('a move below another category, with segments that others have, leaves every list correct', async () => {
  const { blog, id } = await blogWithMany('notes');
  const below = await createCategory(blog, 'notes.short');
  await insertPosts(blog.db, 10, { category_id: below.id });
  const other = await createCategory(blog, 'diary');
  const same = await createCategory(blog, 'photos.notes');
  await insertPosts(blog.db, 10, { category_id: other.id });
  await insertPosts(blog.db, 10, { category_id: same.id });
  await renameCategory(blog, id, 'diary.daily');
  await interrupted(blog, 3);
  expect(await total(blog, 'daily')).toBe(0);
  await runJobs(blog);
  expect(await paths(blog)).toEqual(['diary', 'diary.daily', 'diary.daily.short', 'photos.notes']);
  const totals = await Promise.all(
    ['notes', 'diary', 'daily', 'short', 'photos'].map((one) => total(blog, one)),
  );
  expect(totals).toEqual([10, many + 20, many + 10, 10, 10]);
  await expectConsistent(blog);
});

test('a path that was taken meanwhile ends it with a reason, and nothing is renamed', async () => {
  const { blog, id } = await blogWithMany();
  await renameCategory(blog, id, 'journal');
  await interrupted(blog, 2);
  // As an import does, which does not wait.
  await blog.db.insertInto('categories').values({ category_path: 'journal' }).execute();
  await runJobs(blog);
  expect(await currentRename(blog)).toMatchObject({
    state: 'failed',
    message: 'There is already a category "journal".',
  });
  expect([await total(blog, 'notes'), await total(blog, 'journal')]).toEqual([many, 0]);
  await expectConsistent(blog);
  await renameCategory(blog, id, 'diary');
  await runJobs(blog);
  expect(await paths(blog)).toEqual(['diary', 'journal']);
});

test('a new title alone needs no job, and clears cached pages', async () => {
  const { blog, id } = await blogWithMany();
  const changes: unknown[] = [];
  const answer = await renameCategory({ ...blog, changed: (one) => changes.push(one) }, id, 'notes', 'Mine');
  expect(answer).toMatchObject({ id, category_path: 'notes', title: 'Mine' });
  expect(changes).toEqual([{ touches: [], everyPage: true }]);
});
