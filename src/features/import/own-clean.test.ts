import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { contentCatalog } from '../../core/site/store/content-tables.ts';
import { cleanRow } from './own-clean.ts';

test.each([
  ['comments', ['author_url', 'origin_url']],
  ['reactions', ['author_url']],
] as const)('%s of an archive link to pages of the web only', async (name, columns) => {
  const blog = await memoryBlog();
  const table = (await contentCatalog(blog.db)).get(name);
  if (!table) throw new Error(`There is no table ${name}.`);
  for (const column of columns) {
    const clean = (url: string) => cleanRow(blog, table, { id: 1, [column]: url })?.[column];
    expect(clean('javascript:alert(1)')).toBeNull();
    expect(clean('https://example.org/')).toBe('https://example.org/');
  }
});
