import { expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { allCategories } from '../posts/categories.ts';
import { descriptionOfList } from '../posts/list-exists.ts';
import { listPosts, postById } from '../posts/posts.ts';
import { createPost } from '../posts/write-posts.ts';
import { createCategory, removeCategory, setCategory } from './categories.ts';
import { renameCategory } from './rename-category.ts';

async function blogWithPost(path: string) {
  const blog = await memoryBlog();
  const category = await createCategory(blog, path);
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  await setCategory(blog, admin, id, category.id);
  const total = async (name: string) =>
    (await listPosts(blog, { limit: 5, offset: 0, category: name, tag: '!null' })).total;
  return { blog, category, id, total };
}

test('a post is in the list of each segment of its category', async () => {
  const { total } = await blogWithPost('travel.japan');
  expect([await total('travel'), await total('japan'), await total('travel.japan')]).toEqual([1, 1, 0]);
});

test('renaming a category moves its posts and the categories below it', async () => {
  const { blog, id, total } = await blogWithPost('travel.japan');
  const parent = await createCategory(blog, 'travel');
  await renameCategory(blog, parent.id, 'journeys');
  expect((await postById(blog, visitor, id)).cat_path).toBe('journeys.japan');
  expect([await total('travel'), await total('journeys'), await total('japan')]).toEqual([0, 1, 1]);
  const paths = (await allCategories(blog, admin)).map(({ category_path }) => category_path);
  expect(paths.toSorted()).toEqual(['journeys', 'journeys.japan']);
});

test('the description of a category is that of its list, and stays when it is not sent', async () => {
  const { blog, category } = await blogWithPost('travel.japan');
  const described = () => descriptionOfList(blog, { kind: 'category', name: 'japan' });
  expect(await described()).toBe('');
  const sent = await renameCategory(blog, category.id, 'travel.japan', undefined, 'Slow trains.');
  expect(sent.description).toBe('Slow trains.');
  await renameCategory(blog, category.id, 'journeys.japan');
  expect(await described()).toBe('Slow trains.');
  expect(await descriptionOfList(blog, { kind: 'category', name: 'journeys' })).toBe('');
});

test('a name that is taken, or is a descendant of the category itself, is refused and changes nothing', async () => {
  const { blog, category, id } = await blogWithPost('travel');
  await createCategory(blog, 'cooking');
  for (const path of ['cooking', 'travel.more'])
    await expect(renameCategory(blog, category.id, path), path).rejects.toMatchObject({ code: 'conflict' });
  await expect(async () => createCategory(blog, 'Not a path')).rejects.toMatchObject({ code: 'invalid' });
  expect((await postById(blog, visitor, id)).cat_path).toBe('travel');
});

test('a category that posts use cannot be removed', async () => {
  const { blog, category, id } = await blogWithPost('travel');
  await expect(removeCategory(blog, category.id)).rejects.toMatchObject({ code: 'conflict' });
  await setCategory(blog, admin, id, 0);
  expect(await removeCategory(blog, category.id)).toEqual({ id: category.id });
  expect(await allCategories(blog, admin)).toEqual([]);
});
