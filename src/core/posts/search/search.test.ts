import { expect, test } from 'vitest';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { addTag } from '../../taxonomy/tags.ts';
import { changePost, createPost, removePost, setStatus } from '../write-posts.ts';
import { searchPosts } from './search.ts';

const page = { limit: 10, offset: 0 };

test('finds words of title, text and tags, ignoring case and accents', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, {
    post_title: 'Crème brûlée',
    post_content: '<p>Sugar, burnt with a torch.</p>',
    active: true,
  });
  await addTag(blog, id, 'dessert');
  for (const query of ['CREME', 'torch', 'dessert', 'sugar torch'])
    expect(
      (await searchPosts(blog, query, page)).hits.map((hit) => hit.id),
      query,
    ).toEqual([id]);
  expect(await searchPosts(blog, 'sugar salt', page)).toEqual({ hits: [], total: 0 });
  expect(await searchPosts(blog, ' ! ', page)).toEqual({ hits: [], total: 0 });
});

test('ranks a match in the title above one in the text', async () => {
  const blog = await memoryBlog();
  const inText = await createPost(blog, {
    post_title: 'Other',
    post_content: '<p>A harbor.</p>',
    active: true,
  });
  const inTitle = await createPost(blog, {
    post_title: 'Harbor',
    post_content: '<p>Boats.</p>',
    active: true,
  });
  const { hits } = await searchPosts(blog, 'harbor', page);
  expect(hits.map(({ id }) => id)).toEqual([inTitle.id, inText.id]);
});

test('escapes the text around highlighted matches', async () => {
  const blog = await memoryBlog();
  await createPost(blog, { post_title: 'A', post_content: '<p>1 &lt; 2 &amp; tide</p>', active: true });
  const { hits } = await searchPosts(blog, 'tide', page);
  expect(hits[0]?.excerpt).toContain('1 &lt; 2 &amp; <mark>tide</mark>');
});

test('follows changes, deactivation and deletion', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'Apple', active: true });
  const total = async (query: string) => (await searchPosts(blog, query, page)).total;
  await changePost(blog, id, { post_title: 'Pear' });
  expect([await total('apple'), await total('pear')]).toEqual([0, 1]);
  await setStatus(blog, id, false);
  expect(await total('pear')).toBe(0);
  await setStatus(blog, id, true);
  expect(await total('pear')).toBe(1);
  await removePost(blog, id);
  expect(await total('pear')).toBe(0);
});
