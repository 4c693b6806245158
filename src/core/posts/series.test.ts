import { expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { placeInSeries } from './series.ts';
import { seriesNames } from './store/series.ts';
import { changePost, createPost } from './write-posts.ts';

test('the public posts of a series are its parts, by date', async () => {
  const blog = await memoryBlog();
  const write = async (post_title: string, day: number, series: string, active = true) => {
    const post_date = `2024-01-0${day}T00:00:00.000Z`;
    return { ...(await createPost(blog, { post_title, post_date, series, active })), series };
  };
  const last = await write('Last', 3, 'Trains');
  const first = await write('First', 1, 'Trains');
  const draft = await write('Draft', 2, 'Trains', false);
  const other = await write('Other', 2, 'Tea');
  expect(await placeInSeries(blog, last)).toMatchObject({
    part: 2,
    total: 2,
    previous: { post_title: 'First' },
    next: null,
  });
  expect(await placeInSeries(blog, other)).toBeNull();
  expect(await placeInSeries(blog, draft)).toBeNull();
  expect(await seriesNames(blog.db)).toEqual(['Tea', 'Trains']);
  await changePost(blog, other.id, { series: 'Trains' }, admin);
  expect(await placeInSeries(blog, first)).toMatchObject({
    part: 1,
    total: 3,
    next: { post_title: 'Other' },
  });
});
