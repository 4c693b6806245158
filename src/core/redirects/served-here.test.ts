import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { documents } from '../feeds/discovery.ts';
import { servedHere } from './served-here.ts';

test('every file of the site counts as served', async () => {
  const blog = await memoryBlog();
  for (const path of [
    ...Object.keys(documents),
    '/',
    '/archive',
    '/archive/2010/04',
    '/feed.xml',
    '/title-font.css',
  ])
    expect([path, await servedHere(blog, path, 'readers')]).toEqual([path, 'page']);
  for (const path of ['/x', '/archives', '/feed', '/tag/x', '/tag/x/feed.xml', '/post/x', '/robots.txt/x'])
    expect([path, await servedHere(blog, path, 'readers')]).toEqual([path, null]);
});
