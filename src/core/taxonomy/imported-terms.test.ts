import { expect, test } from 'vitest';
import { type MemoryBlog, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { changePosts } from '../posts/change-posts.ts';
import { listPosts, postById } from '../posts/posts.ts';
import type { NamedTerm } from '../posts/terms/rules/tag-names.ts';
import { setFurtherCategories } from '../posts/terms/store/categories.ts';
import { attachTag } from '../posts/terms/store/tags.ts';
import { createPost } from '../posts/write-posts.ts';
import { createCategory } from './categories.ts';
import { importCategory, importTag } from './imported-terms.ts';
import { addTag } from './tags.ts';

const style = { form: 'transliterate', language: 'en' } as const;

const tag = (blog: MemoryBlog, term: NamedTerm) =>
  changePosts(blog, async (tx) => ({ result: await importTag(tx, term, style), activity: [] }));
const category = (blog: MemoryBlog, ...names: string[]) =>
  changePosts(blog, async (tx) => ({
    result: await importCategory(
      tx,
      names.map((name) => ({ name })),
      'en',
    ),
    activity: [],
  }));

test('names that differ only in punctuation are different tags, each found again by its name', async () => {
  const blog = await memoryBlog();
  const names = ['C', 'C!', 'c?', '🙂', '🙃', 'read more', 'read-more'];
  const made = [];
  for (const name of names) made.push(await tag(blog, { name }));
  expect(made.map((one) => one?.tag_name)).toEqual(['c', 'c2', 'c3', 'tag', 'tag2', 'readmore', 'readmore2']);
  expect(made.every((one) => one?.isNew)).toBe(true);
  for (const [index, name] of ['c', 'c!', 'C?', '🙂', '🙃', 'Read  More', 'READ-MORE'].entries())
    expect(await tag(blog, { name })).toMatchObject({ id: made[index]?.id, isNew: false });
  expect(await tag(blog, { name: ' \n' })).toBeNull();
});

test('a tag that was typed is found by an import, and an imported one by its web name', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  await addTag(blog, id, 'tea');
  expect(await tag(blog, { name: 'Tea' })).toMatchObject({ tag_name: 'tea', isNew: false });
  await tag(blog, { name: 'Read more' });
  expect((await addTag(blog, id, 'readmore')).tag).toMatchObject({ display_name: 'Read more' });
});

test('a post with imported tags is in their lists', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  await changePosts(blog, async (tx) => {
    const cpp = await importTag(tx, { name: 'C++' }, style);
    if (cpp) await attachTag(tx, id, cpp);
    return { result: undefined, activity: [] };
  });
  const { tags } = await postById(blog, visitor, id);
  expect(tags).toMatchObject([{ tag_name: 'cplusplus', display_name: 'C++' }]);
  const list = await listPosts(blog, { limit: 5, offset: 0, category: '!null', tag: 'cplusplus' });
  expect(list.total).toBe(1);
});

test('an imported category keeps its names and is found again', async () => {
  const blog = await memoryBlog();
  const made = await category(blog, '图像处理', 'C++');
  expect(made).toMatchObject({ category_path: 'tu-xiang-chu-li.c-plus-plus', isNew: true });
  expect(await category(blog, '图像处理', 'c++')).toMatchObject({ id: made?.id, isNew: false });
  expect(await category(blog, '图像处理', 'C!')).toMatchObject({ category_path: 'tu-xiang-chu-li.c' });
  expect(await category(blog, '')).toBeNull();
});

test('a category that exists is found by its title, and a segment never has two titles', async () => {
  const blog = await memoryBlog();
  const travel = await createCategory(blog, 'travel');
  expect(await category(blog, 'TRAVEL')).toMatchObject({ id: travel.id, isNew: false });
  expect(await category(blog, 'Travel!')).toMatchObject({ category_path: 'travel-2' });
  // The list of a segment has the posts of every path with it, so the same title shares it and another one does not.
  expect(await category(blog, 'Photos', 'Travel')).toMatchObject({ category_path: 'photos.travel' });
  expect(await category(blog, 'C', 'C?')).toMatchObject({ category_path: 'c.c-2' });
});

test('further categories count for lists, and the first segment of the main one alone for related posts', async () => {
  const blog = await memoryBlog();
  const main = await createCategory(blog, 'travel.japan');
  const other = await createCategory(blog, 'food.noodles');
  const { id } = await createPost(blog, { post_title: 'A', active: true, category_id: main.id });
  const set = (ids: number[]) =>
    changePosts(blog, async (tx) => ({ result: await setFurtherCategories(tx, id, ids), activity: [] }));
  expect(await set([other.id, main.id, other.id])).toBe(true);
  expect(await set([other.id])).toBe(false);
  expect((await postById(blog, visitor, id)).further_categories).toEqual([
    { id: other.id, category_path: 'food.noodles', titles: ['Food', 'Noodles'] },
  ]);
  const rows = await blog.db.selectFrom('listings').select(['kind', 'name']).orderBy('kind').execute();
  expect(rows.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    'all ',
    'category food',
    'category japan',
    'category noodles',
    'category travel',
    `filed ${main.id}`,
    `filed ${other.id}`,
    'path food',
    'path food.noodles',
    'path travel',
    'path travel.japan',
    'topic travel',
  ]);
  expect(await set([])).toBe(true);
  expect(await blog.db.selectFrom('listings').select('name').execute()).toHaveLength(7);
});
