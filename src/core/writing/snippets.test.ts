import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { deleteSnippet, saveSnippet, snippets } from './snippets.ts';

test('a snippet is sanitized, replaced by one of the same name, and deleted', async () => {
  const blog = await memoryBlog();
  await saveSnippet(blog, { name: 'Thanks', html: '<p onclick="x()">Thank you<script>x()</script></p>' });
  await saveSnippet(blog, { name: 'About', html: '<p>a</p>' });
  expect(await snippets(blog)).toEqual([
    { name: 'About', html: '<p>a</p>' },
    { name: 'Thanks', html: '<p>Thank you</p>' },
  ]);
  await saveSnippet(blog, { name: 'About', html: '<p>b</p>' });
  expect(await deleteSnippet(blog, 'Thanks')).toEqual([{ name: 'About', html: '<p>b</p>' }]);
});
