import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { listPosts, postById } from '../posts/posts.ts';
import { createPost, setStatus } from '../posts/write-posts.ts';
import { addTag, removeTag } from './tags.ts';

test('a tag is added once, and its list changes with the post', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  const total = async () =>
    (await listPosts(blog, { limit: 5, offset: 0, category: '!null', tag: 'bread' })).total;
  const { tag, added } = await addTag(blog, id, 'bread');
  expect(added).toBe(true);
  expect(await addTag(blog, id, 'bread')).toEqual({ tag, added: false });
  expect((await postById(blog, visitor, id)).tags.map(({ tag_name }) => tag_name)).toEqual(['bread']);
  expect(await total()).toBe(1);
  await setStatus(blog, id, false);
  expect(await total()).toBe(0);
  await setStatus(blog, id, true);
  await removeTag(blog, tag.id);
  expect(await total()).toBe(0);
  await expect(removeTag(blog, tag.id)).rejects.toMatchObject({ code: 'not_found' });
});

test.each(['', 'Bread', 'two words', 'null', 'x'.repeat(101)])('%j is refused as a tag', async (name) => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  await expect(addTag(blog, id, name)).rejects.toMatchObject({ code: 'invalid' });
});

test('a tag cannot be added to a missing post', async () => {
  await expect(addTag(await memoryBlog(), 7, 'bread')).rejects.toMatchObject({ code: 'not_found' });
});
