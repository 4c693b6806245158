import { expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { createPost } from '../posts/write-posts.ts';
import { addComment, approveComment, commentsOf, removeComment } from './comments.ts';

const sender = { address: '192.0.2.7', since: null };

async function blogWithPost() {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  const say = (comment_text: string, user_name?: string, from = sender) =>
    addComment(blog, visitor, id, { comment_text, ...(user_name === undefined ? {} : { user_name }) }, from);
  return { blog, id, say };
}

test('a comment of a visitor waits for approval', async () => {
  const { blog, id, say } = await blogWithPost();
  const comment = await say('  A fine walk.  ', 'Ada');
  expect(comment).toMatchObject({ user_name: 'Ada', comment_text: 'A fine walk.', approved: false });
  expect((await commentsOf(blog, visitor, id, 'approved')).comments).toEqual([]);
  await approveComment(blog, comment.id, true);
  expect((await commentsOf(blog, visitor, id, 'approved')).comments.map((one) => one.id)).toEqual([
    comment.id,
  ]);
  await approveComment(blog, comment.id, false);
  expect((await commentsOf(blog, visitor, id, 'approved')).comments).toEqual([]);
});

test('a comment of an administrator is approved and named Admin', async () => {
  const { blog, id } = await blogWithPost();
  const comment = await addComment(blog, admin, id, { comment_text: 'Thank you.', user_name: 'Ada' }, sender);
  expect(comment).toMatchObject({ user_name: 'Admin', approved: true });
});

test.each(['Admin', 'ADMIN', ' ad min '])('a visitor cannot be called %j', async (name) => {
  const { say } = await blogWithPost();
  await expect(say('A fine walk.', name)).rejects.toMatchObject({ code: 'invalid' });
});

test('an empty name is Anonymous, and a short text or a filled honeypot is refused', async () => {
  const { blog, id, say } = await blogWithPost();
  expect((await say('A fine walk.', '')).user_name).toBe('Anonymous');
  await expect(say('no ')).rejects.toMatchObject({ code: 'invalid' });
  const bot = addComment(blog, visitor, id, { comment_text: 'A fine walk.', website: 'x' }, sender);
  await expect(bot).rejects.toMatchObject({ code: 'invalid' });
  expect((await commentsOf(blog, admin, id, 'all')).comments).toHaveLength(1);
});

test('ten comments in ten minutes are the limit of an IP address, not of others', async () => {
  const { blog, say } = await blogWithPost();
  for (let number = 1; number <= 10; number++) await say(`Walk number ${number} of the week.`);
  await expect(say('One walk more.')).rejects.toMatchObject({ code: 'too_many' });
  await say('Another visitor walks.', 'Bo', { address: '198.51.100.1', since: null });
  blog.wait(11 * 60_000);
  await say('And again.');
});

test('the limits hold for comments that arrive at the same time', async () => {
  const { blog, say } = await blogWithPost();
  const outcomes = async (addresses: readonly string[]) => {
    const all = addresses.map((address, number) =>
      say(`Walk number ${number} of today.`, 'Ada', { address, since: null }),
    );
    return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await outcomes(Array(15).fill('192.0.2.7'))).toBe(10);
  const at = blog.now().toISOString();
  const others = Array.from({ length: 587 }, () => ({ kind: 'comment', subject: '', at }));
  await blog.db.insertInto('attempts').values(others).execute();
  expect(await outcomes(Array.from({ length: 8 }, (_, number) => `203.0.${number}.1`))).toBe(3);
});

test('a change of the post counts for the next comment', async () => {
  const { blog, id, say } = await blogWithPost();
  await say('A fine walk.');
  const set = (change: { active?: number; comments_open?: number }) =>
    blog.db.updateTable('posts').set(change).where('id', '=', id).execute();
  await set({ comments_open: 0 });
  await expect(say('A closed walk.')).rejects.toMatchObject({ code: 'conflict' });
  await set({ comments_open: 1, active: 0 });
  await expect(say('A hidden walk.')).rejects.toMatchObject({ code: 'not_found' });
  await set({ active: 1 });
  await say('A walk again.');
});

test('a removed comment is gone, and cannot be approved', async () => {
  const { blog, id, say } = await blogWithPost();
  const comment = await say('A fine walk.');
  expect(await removeComment(blog, comment.id)).toEqual({ id: comment.id });
  expect((await commentsOf(blog, admin, id, 'all')).comments).toEqual([]);
  await expect(approveComment(blog, comment.id, true)).rejects.toMatchObject({ code: 'not_found' });
});

test('approving a comment invalidates the pages of its post', async () => {
  const { blog, id, say } = await blogWithPost();
  const comment = await say('A fine walk.');
  blog.changes.length = 0;
  await approveComment(blog, comment.id, true);
  expect(blog.changes.flatMap(({ touches }) => touches)).toContain(`post:${id}`);
});
