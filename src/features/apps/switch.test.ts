import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { changeApps, readApps } from './switch.ts';

test('a switch that is not sent stays as another tab left it', async () => {
  const blog = await memoryBlog();
  await changeApps(blog, { micropub: true });
  expect(await changeApps(blog, { mcp: true })).toEqual({ tokens: true, micropub: true, mcp: true });
  await changeApps(blog, { micropub: false });
  await changeApps(blog, { mcp: false });
  expect(await readApps(blog)).toEqual({ tokens: false, micropub: false, mcp: false });
});
