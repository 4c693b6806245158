import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { countUnknown, flushCounts, RedirectCounts } from './redirect-counts.ts';
import { rememberedPath } from './unknown-paths.ts';

test('a scan of 100,000 different paths takes bounded memory and leaves what is asked for often', () => {
  const counts = new RedirectCounts();
  for (let n = 0; n < 100_000; n++) {
    counts.unknown(`/scan/${n}`);
    counts.hit(n);
    if (n % 50 === 0) counts.unknown('/often');
  }
  expect(counts.paths.size).toBeLessThanOrEqual(1000);
  expect(counts.hits.size).toBeLessThanOrEqual(2000);
  expect(counts.paths.get('/often')).toBeGreaterThan(1000);
  const { paths } = counts.take();
  expect(paths.map(([path]) => path)).toEqual(['/often']);
});

test('a scan that asks twice cannot push out what readers ask for, nor fill the table', async () => {
  const blog = await memoryBlog();
  for (let n = 0; n < 20; n++) countUnknown(blog, '/often', '');
  await flushCounts(blog);
  for (let round = 0; round < 30; round++) {
    for (let n = 0; n < 200; n++)
      for (let twice = 0; twice < 2; twice++) countUnknown(blog, `/scan/${round}-${n}`, '');
    await flushCounts(blog);
  }
  const rows = await blog.db.selectFrom('unknown_paths').selectAll().orderBy('hits', 'desc').execute();
  expect(rows).toHaveLength(500);
  expect(rows[0]).toMatchObject({ path: '/often', hits: 20 });

  blog.wait(91 * 24 * 60 * 60 * 1000);
  countUnknown(blog, '/later', '');
  countUnknown(blog, '/later', '');
  await flushCounts(blog);
  const left = await blog.db.selectFrom('unknown_paths').select('path').execute();
  expect(left).toEqual([{ path: '/later' }]);
});

test('paths that were asked for once are not stored, and count when they are asked for again', async () => {
  const blog = await memoryBlog();
  const stored = () => blog.db.selectFrom('unknown_paths').select(['path', 'hits']).execute();
  countUnknown(blog, '/once', '');
  await flushCounts(blog);
  expect(await stored()).toEqual([]);
  countUnknown(blog, '/once', '');
  await flushCounts(blog);
  expect(await stored()).toEqual([{ path: '/once', hits: 2 }]);
});

test.each([
  ['/lost', '?email=x%40example.org&utm_source=y', '/lost'],
  ['/', '?p=73&token=secret', '/?p=73'],
  ['/', '?p=%3Cscript%3E', null],
  ['/', '?q=x', null],
  ['/index.php', '?p=73', '/index.php?p=73'],
  ['/wp-login.php', '', null],
  ['/.env', '', null],
  ['/wp-content/plugins/x/readme.txt', '', null],
  ['/wp-content/uploads/x.jpg', '', '/wp-content/uploads/x.jpg'],
  ['/preview/abcdef', '', null],
  ['/unsubscribe/x%40example.org', '', null],
  [`/${'x'.repeat(1000)}`, '', `/${'x'.repeat(299)}`],
])('%s%s is remembered as %s', (path, search, remembered) =>
  expect(rememberedPath(path, search)).toBe(remembered),
);
