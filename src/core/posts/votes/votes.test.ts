import { expect, test } from 'vitest';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { visitor } from '../../../platform/http/viewer.ts';
import { createPost } from '../write-posts.ts';
import { hasVoted, vote, voteCount } from './votes.ts';

test('a visitor has one vote per post', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  const other = await createPost(blog, { post_title: 'B', active: true });
  expect(await vote(blog, visitor, id, '192.0.2.7')).toEqual({ ip_address: '192.0.2.7', vote_count: 1 });
  expect(await vote(blog, visitor, id, '192.0.2.7')).toEqual({ ip_address: 'exists', vote_count: 1 });
  expect((await vote(blog, visitor, other.id, '192.0.2.7')).vote_count).toBe(1);
  expect((await vote(blog, visitor, id, '192.0.2.8')).vote_count).toBe(2);
});

test('concurrent votes from one IP address count once', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  await Promise.all(Array.from({ length: 5 }, () => vote(blog, visitor, id, '192.0.2.7')));
  expect(await voteCount(blog, visitor, id)).toEqual({ vote_count: 1 });
});

test('IPv6 addresses of one /64 network are one visitor, and IPv4 in IPv6 notation is IPv4', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  await vote(blog, visitor, id, '2001:db8:1:2::1');
  await vote(blog, visitor, id, '192.0.2.7');
  expect(await hasVoted(blog, id, '2001:db8:1:2:ffff::9')).toBe(true);
  expect(await hasVoted(blog, id, '2001:db8:1:3::1')).toBe(false);
  expect(await hasVoted(blog, id, '::ffff:192.0.2.7')).toBe(true);
});

test('no stored vote contains the IP address or links the votes of one visitor', async () => {
  const blog = await memoryBlog();
  for (const post_title of ['A', 'B'])
    await vote(blog, visitor, (await createPost(blog, { post_title, active: true })).id, '192.0.2.7');
  const rows = await blog.db.selectFrom('votes').selectAll().execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('192.0.2.7');
  const keys = rows.map((row) =>
    Object.values(row).find((value) => typeof value === 'string' && value.length > 30),
  );
  expect(new Set(keys).size).toBe(2);
});

test('a visitor cannot vote on an inactive post', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: false });
  await expect(vote(blog, visitor, id, '192.0.2.7')).rejects.toMatchObject({ code: 'not_found' });
});
