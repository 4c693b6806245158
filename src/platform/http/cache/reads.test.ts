import { expect, test } from 'vitest';
import type { Blog } from '../../blog.ts';
import type { Db } from '../../db/open.ts';
import { everythingTag, postTag, read, recordingReads, siteTag } from './reads.ts';

const db = { name: 'the database' } as unknown as Db;
const recording = () => recordingReads({ db } as Blog);

test('a read records its dependencies', async () => {
  const blog = recording();
  const found = await read(
    blog,
    async (used) => (used === db ? 7 : 0),
    (id) => [siteTag, postTag(id)],
  );
  expect(found).toBe(7);
  expect([...blog.reads.tags]).toEqual([siteTag, postTag(7)]);
});

test('direct use of the database depends on everything, also through a copy of the blog', () => {
  const blog = recording();
  expect(blog.db).toBe(db);
  expect([...blog.reads.tags]).toEqual([everythingTag]);
  const copied = recording();
  expect({ ...copied }.db).toBe(db);
  expect([...copied.reads.tags]).toEqual([everythingTag]);
});

test('a failed read depends on everything', async () => {
  const blog = recording();
  const failing = read(
    blog,
    () => Promise.reject(new Error('gone')),
    () => [siteTag],
  );
  await expect(failing).rejects.toThrow('gone');
  expect([...blog.reads.tags]).toEqual([everythingTag]);
});

test('nothing is recorded for responses that are not cached', async () => {
  expect(
    await read(
      { db },
      async (used) => used,
      () => [siteTag],
    ),
  ).toBe(db);
});
