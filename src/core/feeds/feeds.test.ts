import { expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { changePost, createPost } from '../posts/write-posts.ts';
import { createCategory, setCategory } from '../taxonomy/categories.ts';
import { addTag } from '../taxonomy/tags.ts';
import { atom } from './feed-formats.ts';
import { readFeed } from './feeds.ts';

const all = { kind: 'all', name: '' } as const;

test('a feed has the active posts, the newest first, with absolute URLs', async () => {
  const blog = await memoryBlog();
  await createPost(blog, { post_title: 'Old', active: true, post_date: '2026-01-01T00:00:00.000Z' });
  await createPost(blog, {
    post_title: 'New',
    post_content: '<p><a href="/tag/tea">Tea</a></p>',
    active: true,
    post_date: '2026-02-01T00:00:00.000Z',
  });
  await createPost(blog, { post_title: 'Hidden', active: false });
  const { items } = await readFeed(blog, all);
  expect(items.map(({ title }) => title)).toEqual(['New', 'Old']);
  expect(items[0]?.url).toBe('https://blog.example.org/post/new');
  expect(items[0]?.html).toContain('href="https://blog.example.org/tag/tea"');
});

test('the items of a series lead to each other', async () => {
  const blog = await memoryBlog();
  for (const [index, series] of ['Tea', '', 'Tea'].entries())
    await createPost(blog, {
      post_title: `Post ${index}`,
      active: true,
      series,
      post_date: `2026-01-0${index + 1}T00:00:00.000Z`,
    });
  const feed = await readFeed(blog, all);
  const url = (index: number) => `https://blog.example.org/post/post-${index}`;
  expect(feed.items.map(({ previous, next }) => [previous, next])).toEqual([
    [url(0), null],
    [null, null],
    [null, url(2)],
  ]);
  expect(atom.write(feed, '/atom.xml')).toContain(`<link rel="prev" type="text/html" href="${url(0)}"/>`);
});

test('an item keeps its id when its URL and text change, and has the date of the change', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'Ferry', active: true });
  const [before] = (await readFeed(blog, all)).items;
  blog.wait(60_000);
  await changePost(blog, id, { post_title: 'Boat', post_title_web: 'boat' });
  const feed = await readFeed(blog, all);
  expect(feed.items[0]).toMatchObject({ id: before?.id, published: before?.published, title: 'Boat' });
  expect(feed.items[0]?.url).not.toBe(before?.url);
  expect([feed.updated, feed.items[0]?.updated]).toEqual(Array(2).fill('2026-03-01T12:01:00.000Z'));
});

test('a feed of a category or a tag contains only its posts', async () => {
  const blog = await memoryBlog();
  const tagged = await createPost(blog, { post_title: 'Tagged', active: true });
  const filed = await createPost(blog, { post_title: 'Filed', active: true });
  await addTag(blog, tagged.id, 'tea');
  await setCategory(blog, admin, filed.id, (await createCategory(blog, 'slow-travel')).id);
  const tag = await readFeed(blog, { kind: 'tag', name: 'tea' });
  const category = await readFeed(blog, { kind: 'category', name: 'slow-travel' });
  expect(tag.items.map(({ title }) => title)).toEqual(['Tagged']);
  expect(category.items.map(({ title, categories }) => [title, categories])).toEqual([
    ['Filed', ['Slow Travel']],
  ]);
  expect([tag.title, category.title]).toEqual(['tea · Not Terrible', 'Slow Travel · Not Terrible']);
});

test('an empty title is shown as Untitled', async () => {
  const blog = await memoryBlog();
  await createPost(blog, { active: true });
  expect((await readFeed(blog, all)).items[0]?.title).toBe('Untitled');
});
