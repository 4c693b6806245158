import { expect, test } from 'vitest';
import { admin, type MemoryBlog, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { nowIso } from '../../platform/blog.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { restoreItems } from '../posts/bin/restore.ts';
import { createPostOnce, removePost } from '../posts/write-posts.ts';
import type { NewCut } from './api.ts';
import { cutsOf, deleteOrphanedCuts, keepCut } from './cuts.ts';

const other: Viewer = { admin: true, userId: 2, username: 'other', sessionId: 'none' };
const day = 24 * 60 * 60 * 1000;

const keep = (blog: MemoryBlog, id: string, change: Partial<NewCut> = {}, viewer = admin) =>
  keepCut(blog, viewer, id, {
    post_id: null,
    creation_id: 'form',
    html: '<p>Words of a night train</p>',
    place: 'Trains',
    date: '2026-02-01T00:00:00.000Z',
    sequence: 1,
    ...change,
  });
async function create(blog: MemoryBlog, creation_id: string) {
  const user = { username: 'admin', username_key: 'admin', password_hash: '', date_added: nowIso(blog) };
  await blog.db.insertInto('users').values(user).execute();
  return (await createPostOnce(blog, { post_title: 'Trains', active: false, creation_id }, admin)).post;
}
const ids = async (blog: MemoryBlog, query: Parameters<typeof cutsOf>[2], viewer = admin) =>
  (await cutsOf(blog, viewer, query)).map(({ id }) => id);

test('text that was cut before the first save belongs to the post, also if it arrives later', async () => {
  const blog = await memoryBlog();
  await keep(blog, 'before');
  expect(await ids(blog, { creation: 'form' })).toEqual(['before']);
  const { id } = await create(blog, 'form');
  await keep(blog, 'later', { date: '2026-02-02T00:00:00.000Z' });
  expect(await cutsOf(blog, other, { post: id })).toMatchObject([
    { id: 'later', post_id: id, post_title: 'Trains', place: 'Trains' },
    { id: 'before', post_id: id },
  ]);
});

test('is sanitized, has no date in the future, and an older state never replaces a newer one', async () => {
  const blog = await memoryBlog();
  const html = '<p onclick="a()">Longer words</p><script>alert(1)</script>';
  await keep(blog, 'a', { html, sequence: 2, date: '2040-01-01T00:00:00.000Z' });
  await keep(blog, 'a', { html: '<p>Shorter</p>' });
  await keep(blog, 'a', { html: '<p>Of another user</p>', sequence: 9 }, other);
  expect(await cutsOf(blog, admin, { creation: 'form' })).toMatchObject([
    { html: '<p>Longer words</p>', date: blog.now().toISOString() },
  ]);
});

test('the search finds the text of all posts, and of new posts only that of their author', async () => {
  const blog = await memoryBlog();
  const { id } = await create(blog, 'saved');
  await keep(blog, 'of-post', { post_id: id, html: '<p>The NIGHT train, 50% off</p>' });
  await keep(blog, 'of-draft', { html: '<p>A night out</p>', date: '2026-01-01T00:00:00.000Z' });
  expect(await ids(blog, { search: 'night' })).toEqual(['of-post', 'of-draft']);
  expect(await ids(blog, { search: 'night' }, other)).toEqual(['of-post']);
  expect(await ids(blog, { search: '50%' })).toEqual(['of-post']);
  expect(await ids(blog, { search: '_' })).toEqual([]);
});

test('goes to the bin with the post, and comes back with it', async () => {
  const blog = await memoryBlog();
  const { id } = await create(blog, 'form');
  await keep(blog, 'a', { post_id: id });
  await removePost(blog, id);
  expect(await ids(blog, { search: 'night' })).toEqual([]);
  await restoreItems(blog, [{ kind: 'post', id }]);
  expect(await ids(blog, { post: id })).toEqual(['a']);
});

test('of a post the newest 200 are kept; of a new post without a draft none after 30 days', async () => {
  const blog = await memoryBlog();
  const date = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
  await keep(blog, 'c0', { date: date(0) });
  const { id: _, ...row } = await blog.db.selectFrom('cuts').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 200 }, (_, at) => ({ ...row, id: `c${at + 1}`, date: date(at + 1) }));
  await blog.db.insertInto('cuts').values(more).execute();
  await keep(blog, 'c201', { date: date(201) });
  const kept = await ids(blog, { creation: 'form' });
  expect([kept.length, kept.at(0), kept.at(-1)]).toEqual([200, 'c201', 'c2']);
  const huge = `<p>${'long '.repeat(99_000)}</p>`;
  for (let number = 0; number < 6; number++)
    await keep(blog, `h${number}`, { html: huge, date: date(300 + number) });
  expect(await ids(blog, { creation: 'form' })).toEqual(['h5', 'h4', 'h3', 'h2']);
  blog.wait(29 * day);
  await keep(blog, 'new', { date: blog.now().toISOString() });
  blog.wait(2 * day);
  await deleteOrphanedCuts(blog);
  expect(await ids(blog, { creation: 'form' })).toEqual(['new']);
});
