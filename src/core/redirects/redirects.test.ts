import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { addRedirects, type NewRedirect, sitePath } from './redirects.ts';
import { redirectsFrom } from './store/redirects.ts';

const options = { importId: 7, now: '2026-03-01T12:00:00.000Z' };
const stored = async (db: Parameters<typeof redirectsFrom>[0], path: string) =>
  (await redirectsFrom(db, [path]))[0];

test('thousands are added at once, and adding them again changes nothing', async () => {
  const { db } = await memoryBlog();
  const rows: NewRedirect[] = Array.from({ length: 2500 }, (_, n) => ({
    from: `https://old.example.org/2010/${n}/`,
    to: { post: n + 1 },
  }));
  expect(await addRedirects(db, rows, options)).toEqual({ added: 2500, existing: 0, refused: [] });
  expect(await addRedirects(db, rows, options)).toEqual({ added: 0, existing: 2500, refused: [] });
  expect(await stored(db, '/2010/17')).toMatchObject({ post_id: 18, to_path: null });
});

test('every kind of target is stored as such', async () => {
  const { db } = await memoryBlog();
  const { added } = await addRedirects(
    db,
    [
      { from: '/?p=73', to: { post: 3 } },
      { from: '/tag/Tea/', to: { tag: 'tea' } },
      { from: '/?cat=3', to: { category: 2 } },
      { from: '/wp-content/uploads/x.jpg', to: { image: 'ab' } },
      { from: '/feeds/posts/default', to: { path: '/feed.xml' } },
      { from: '/secret/', to: null },
    ],
    options,
  );
  expect(added).toBe(6);
  expect(await stored(db, '/?cat=3')).toMatchObject({ category_id: 2, post_id: null });
  expect(await stored(db, '/secret')).toMatchObject({ post_id: null, to_path: null, image: null });
});

test('a path that leads elsewhere already stays as it is and is named', async () => {
  const { db } = await memoryBlog();
  await addRedirects(db, [{ from: '/tea', to: { post: 1 } }], options);
  const result = await addRedirects(db, [{ from: '/tea/', to: { post: 2 } }], options);
  expect(result).toEqual({
    added: 0,
    existing: 0,
    refused: [{ from: '/tea/', reason: 'It leads elsewhere already.' }],
  });
  expect(await stored(db, '/tea')).toMatchObject({ post_id: 1 });
});

test('the address of an image leads to its file rather than to its post, within one import', async () => {
  const { db } = await memoryBlog();
  await addRedirects(db, [{ from: '/x.jpg', to: { image: 'ab' } }], options);
  const again = [{ from: '/x.jpg', to: { post: 1 } }];
  expect(await addRedirects(db, again, options)).toMatchObject({ existing: 1, refused: [] });
  expect((await addRedirects(db, again, { ...options, importId: 8 })).refused).toHaveLength(1);
  expect(await stored(db, '/x.jpg')).toMatchObject({ image: 'ab', post_id: null });
});

test('loops are refused, within one batch and across batches', async () => {
  const { db } = await memoryBlog();
  const path = (from: string, to: string): NewRedirect => ({ from, to: { path: to } });
  const first = await addRedirects(db, [path('/a', '/b'), path('/b', '/c'), path('/c', '/a?x=1')], options);
  expect(first.refused).toEqual([]);
  const second = await addRedirects(
    db,
    [path('/a?x=1', '/b'), path('/self/', '/self#x'), path('/d', '/a')],
    options,
  );
  expect(second.added).toBe(1);
  expect(second.refused.map(({ from }) => from)).toEqual(['/a?x=1', '/self/']);
  expect(second.refused[0]?.reason).toContain('loop');
});

test('home, paths that the server answers itself, and other sites are refused with a reason', async () => {
  const { db } = await memoryBlog();
  const refused = ['', '/', '/?show=5', '/caf%E9', '/webapi/api/posts', '/admin'].map((from) => ({
    from,
    to: { post: 1 },
  }));
  const away = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'tea',
  ].map((to, n) => ({ from: `/away-${n}`, to: { path: to } }));
  const result = await addRedirects(db, [...refused, ...away], options);
  expect(result.added).toBe(0);
  expect(result.refused).toHaveLength(refused.length + away.length);
  for (const { reason } of result.refused) expect(reason).toMatch(/\.$/);
});

test.each([
  ['/tea', '/tea'],
  ['/tea/../../x?y=1#z', '/x?y=1#z'],
  ['/.//evil.example', '/evil.example'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['https:/evil.example', null],
])('the target %j becomes %j', (target, path) => expect(sitePath(target)).toBe(path));
