import { expect, test } from 'vitest';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { countRequest } from './request-limits.ts';

const limit = { max: 2, seconds: 60 };

test('a limit holds for all processes of the site, for each key and name, and ends', async () => {
  const blog = await memoryBlog();
  // Another process has an object of its own and shares only the database.
  const other = { ...blog };
  expect(await countRequest(blog, 'vote', limit, '192.0.2.1')).toBeNull();
  blog.wait(20_000);
  expect(await countRequest(other, 'vote', limit, '192.0.2.1')).toBeNull();
  expect(await countRequest(blog, 'vote', limit, '192.0.2.1')).toBe(40);
  expect(await countRequest(other, 'vote', limit, '192.0.2.1')).toBe(40);
  expect(await countRequest(other, 'vote', limit, '192.0.2.2')).toBeNull();
  expect(await countRequest(other, 'claim', limit, '192.0.2.1')).toBeNull();
  blog.wait(40_000);
  expect(await countRequest(blog, 'vote', limit, '192.0.2.1')).toBeNull();
});

test('requests with a time in the future, from before the clock was set back, are ignored', async () => {
  const blog = await memoryBlog();
  for (const later of [1, 2]) {
    blog.wait(later * 3_600_000);
    await countRequest(blog, 'vote', limit, 'a');
  }
  blog.wait(-10 * 3_600_000);
  expect(await countRequest(blog, 'vote', limit, 'a')).toBeNull();
});
