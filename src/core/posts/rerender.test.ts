import { expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { rendererVersion } from '../../content/document/render.ts';
import { rerenderPosts } from './rerender.ts';
import { createPost } from './write-posts.ts';

test('posts of an older renderer are rendered again, and nothing else of them changes', async () => {
  const blog = await memoryBlog();
  const old = await createPost(blog, { post_title: 'Old', post_content: '<h2>A</h2>', active: true }, admin);
  const described = await createPost(
    blog,
    { post_title: 'B', post_content: '<p>b</p>', meta_description: 'Mine', active: false },
    admin,
  );
  const whole = () => blog.db.selectFrom('posts').selectAll().orderBy('id').execute();
  const before = await whole();
  await blog.db
    .updateTable('posts')
    .set({ renderer_version: 0, shown_html: 'old', card_html: 'old', description: 'old' })
    .execute();
  blog.changes.length = 0;

  await rerenderPosts(blog);

  expect(await whole()).toEqual(before);
  expect(before.map((post) => post.renderer_version)).toEqual([rendererVersion, rendererVersion]);
  expect(blog.changes.flatMap(({ touches }) => touches)).toEqual([`post:${old.id}`, `post:${described.id}`]);

  blog.changes.length = 0;
  await rerenderPosts(blog);
  expect(blog.changes).toEqual([]);
});

test('an interrupted run goes on with the posts that are left', async () => {
  const blog = await memoryBlog();
  for (let index = 0; index < 50; index += 1)
    await createPost(blog, { post_title: `Post ${index}`, post_content: '<h2>A</h2>', active: false }, admin);
  await blog.db.updateTable('posts').set({ renderer_version: 0, shown_html: null }).execute();
  const left = async () =>
    (await blog.db.selectFrom('posts').select('id').where('shown_html', 'is', null).execute()).length;

  const stop = new AbortController();
  const changed = blog.changed;
  let count = 0;
  blog.changed = (change) => {
    changed(change);
    count += 1;
    if (count === 7) stop.abort();
  };
  await rerenderPosts(blog, stop.signal);
  expect(await left()).toBe(43);

  await rerenderPosts(blog);
  expect(await left()).toBe(0);
  expect(count).toBe(50);
});
