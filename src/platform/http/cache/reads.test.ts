import { expect, test } from 'vitest';
import type { Blog } from '../../blog.ts';
import type { Db } from '../../db/open.ts';
import { PublicPages } from './public-pages.ts';
import {
  everythingTag,
  postTag,
  read,
  readShared,
  recordingReads,
  siteTag,
  withCommonTags,
} from './reads.ts';

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

/** A blog whose pages share what `value` was when it was last read. */
function sharing() {
  let version = 1;
  const pages = new PublicPages(0, { version: () => version });
  const blog = { db } as Blog;
  blog.shared = pages.sharedReads(blog);
  const site = { value: 'old', reads: 0, meanwhile: () => {} };
  const readOn = (page: Blog) =>
    readShared(page, 'value', async (used) => {
      site.reads++;
      const { value } = site;
      await read(
        used,
        async () => site.meanwhile(),
        () => [siteTag],
      );
      return value;
    });
  const change = (value: string, how: () => void) => {
    site.value = value;
    how();
  };
  const elsewhere = () => void version++;
  return { pages, blog, site, readOn, change, elsewhere };
}

test('what pages share is read once, and each of them depends on it', async () => {
  const { blog, site, readOn } = sharing();
  for (let pages = 0; pages < 3; pages++) {
    const page = recordingReads(blog);
    expect(await readOn(page)).toBe('old');
    expect([...page.reads.tags]).toEqual([siteTag]);
  }
  expect(site.reads).toBe(1);
  // A response that records nothing is not evicted either.
  expect(await readOn(blog)).toBe('old');
  expect(site.reads).toBe(2);
});

test('pages after a change share what is new', async () => {
  const { pages, blog, site, readOn, change, elsewhere } = sharing();
  const onPage = () => readOn(recordingReads(blog));
  await onPage();
  pages.changed({ touches: [postTag(1)] });
  await onPage();
  expect(site.reads).toBe(1);
  change('here', () => pages.changed({ touches: [siteTag] }));
  expect(await onPage()).toBe('here');
  change('elsewhere', elsewhere);
  expect(await onPage()).toBe('elsewhere');
  change('everywhere', () => pages.changed({ touches: [], everyPage: true }));
  expect(await onPage()).toBe('everywhere');
});

test('what changes while it is read is not shared', async () => {
  const { pages, blog, site, readOn, change } = sharing();
  const onPage = () => readOn(recordingReads(blog));
  site.meanwhile = () => change('new', () => pages.changed({ touches: [siteTag] }));
  expect(await onPage()).toBe('old');
  site.meanwhile = () => {};
  expect(await onPage()).toBe('new');
});

test('nothing is shared while changes by other processes may be missed', async () => {
  const pages = new PublicPages(0, { listenerState: () => 'disconnected' });
  const blog = { db } as Blog;
  blog.shared = pages.sharedReads(blog);
  let reads = 0;
  const readOn = () => readShared<Blog, number>(recordingReads(blog), 'value', async () => ++reads);
  expect([await readOn(), await readOn()]).toEqual([1, 2]);
});

test('a change touches the tags that stand for many posts or lists', () => {
  expect([...withCommonTags(['post:1024', 'post:1023', 'link:5000'])].slice(3)).toEqual([
    'everything',
    'posts',
    'posts:1',
    'posts:0',
  ]);
  expect([...withCommonTags(['tag:a:b', 'all:'])].slice(2)).toEqual(['everything', 'lists']);
  expect([...withCommonTags(['site', 'translations:1'])].slice(2)).toEqual(['everything']);
});
