import { expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { receiveComment, removeReceived } from '../../features/conversation/received.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { restorePost } from '../posts/bin/restore.ts';
import { createPost, removePost } from '../posts/write-posts.ts';
import { addComment, approveComments, commentsOf, removeComments } from './comments.ts';
import {
  deletedComments,
  deleteExpiredComments,
  moderateMany,
  queueSnapshot,
  restoreComments,
} from './moderation.ts';

const day = 24 * 60 * 60 * 1000;

async function blogWithPost() {
  const blog = await memoryBlog();
  const { id: postId } = await createPost(blog, { post_title: 'A', active: true });
  let people = 0;
  const say = async (comment_text: string, parent: number | null = null) => {
    people++;
    const sender = { address: `192.0.2.${people}`, since: null };
    const { id } = await addComment(blog, visitor, postId, { comment_text, user_name: 'Ada' }, sender);
    await blog.db.updateTable('comments').set({ parent_id: parent }).where('id', '=', id).execute();
    return id;
  };
  const rows = () => blog.db.selectFrom('comments').selectAll().orderBy('id').execute();
  /** Each comment with the comment that it replies to. */
  const tree = async () => Object.fromEntries((await rows()).map(({ id, parent_id }) => [id, parent_id]));
  const samples = () => blog.db.selectFrom('spam_totals').select(['fine', 'spam']).executeTakeFirstOrThrow();
  return { blog, postId, say, rows, tree, samples };
}

test('a restored comment is the same in every column', async () => {
  const { blog, say, rows } = await blogWithPost();
  const ids = [await say('A fine walk by the sea, thank you.'), await say('Another walk in the hills.')];
  await approveComments(blog, [ids[1] as number], true);
  const before = await rows();
  await removeComments(blog, ids, 'unwanted');
  expect(await rows()).toEqual([]);
  expect(await deletedComments(blog)).toMatchObject([
    { id: ids[1], user_name: 'Ada', comment_text: 'Another walk in the hills.', post_title: 'A' },
    { id: ids[0] },
  ]);
  const restored = await restoreComments(blog, ids);
  expect(restored.map(({ id, approved }) => [id, approved])).toEqual([
    [ids[0], false],
    [ids[1], true],
  ]);
  expect(await rows()).toEqual(before);
  expect(await blog.db.selectFrom('deleted_comments').selectAll().execute()).toEqual([]);
});

test('restoring again changes nothing, and unknown comments are left out', async () => {
  const { blog, say, rows, samples } = await blogWithPost();
  const id = await say('A fine walk by the sea.');
  await removeComments(blog, [id], 'spam');
  expect((await restoreComments(blog, [id, 999])).map((comment) => comment.id)).toEqual([id]);
  const once = await rows();
  expect((await restoreComments(blog, [id])).map((comment) => comment.id)).toEqual([id]);
  expect(await rows()).toEqual(once);
  expect(await samples()).toEqual({ fine: 0, spam: 0 });
});

/** Orders in which three comments, each a reply to the one before, can be deleted and restored. */
const orders = [
  [
    [0, 1],
    [0, 1],
  ],
  [
    [0, 1],
    [1, 0],
  ],
  [
    [1, 0],
    [0, 1],
  ],
  [
    [1, 0],
    [1, 0],
  ],
] as const;

test.each(orders)(
  'a thread deleted in the order %j and restored in the order %j is whole',
  async (gone, back) => {
    const { blog, say, tree } = await blogWithPost();
    const top = await say('The first comment of the thread.');
    const chain = [await say('A reply to the first one.', top)];
    chain.push(await say('A reply to this reply.', chain[0]));
    chain.push(await say('The last reply of all.', chain[1]));
    const whole = await tree();
    for (const index of gone) await removeComments(blog, [chain[index] as number], 'unwanted');
    expect(await tree()).toEqual({ [top]: null, [chain[2] as number]: top });
    for (const index of back) await restoreComments(blog, [chain[index] as number]);
    expect(await tree()).toEqual(whole);
  },
);

test('comments that are deleted together can be restored one by one', async () => {
  const { blog, say, tree } = await blogWithPost();
  const top = await say('The first comment of the thread.');
  const reply = await say('A reply to the first one.', top);
  const last = await say('A reply to this reply.', reply);
  const whole = await tree();
  await removeComments(blog, [top, reply, last], 'unwanted');
  await restoreComments(blog, [last]);
  expect(await tree()).toEqual({ [last]: null });
  await restoreComments(blog, [top]);
  await restoreComments(blog, [reply]);
  expect(await tree()).toEqual(whole);
});

test('a reply that was deleted for good is not missed', async () => {
  const { blog, say, tree } = await blogWithPost();
  const top = await say('The first comment of the thread.');
  const reply = await say('A reply to the first one.', top);
  await removeComments(blog, [reply], 'unwanted');
  blog.wait(2 * day);
  await removeComments(blog, [top], 'unwanted');
  await deleteExpiredComments(blog);
  expect((await restoreComments(blog, [top, reply])).map(({ id }) => id)).toEqual([top]);
  expect(await tree()).toEqual({ [top]: null });
});

test('deleted comments go to the bin with their post and come back with it', async () => {
  const { blog, postId, say } = await blogWithPost();
  const id = await say('A fine walk by the sea.');
  await removeComments(blog, [id], 'unwanted');
  await removePost(blog, postId);
  expect(await restoreComments(blog, [id])).toEqual([]);
  await restorePost(blog, postId);
  expect((await restoreComments(blog, [id])).map((comment) => comment.id)).toEqual([id]);
  expect((await commentsOf(blog, admin, postId, 'all')).total).toBe(1);
});

test('a comment can be restored for a day', async () => {
  const { blog, say } = await blogWithPost();
  const id = await say('A fine walk by the sea.');
  await removeComments(blog, [id], 'unwanted');
  blog.wait(day - 1000);
  await deleteExpiredComments(blog);
  expect(await restoreComments(blog, [id])).toHaveLength(1);
  await removeComments(blog, [id], 'unwanted');
  blog.wait(day + 1000);
  await deleteExpiredComments(blog);
  expect(await restoreComments(blog, [id])).toEqual([]);
});

test('only spam trains the filter as spam, and restoring takes the sample back', async () => {
  const { blog, say, samples } = await blogWithPost();
  const [waiting, approved] = [await say('Win at the casino online.'), await say('Spins at the casino.')];
  await approveComments(blog, [approved], true);
  expect(await samples()).toEqual({ fine: 1, spam: 0 });
  await removeComments(blog, [waiting, approved], 'unwanted');
  expect(await samples()).toEqual({ fine: 1, spam: 0 });
  await restoreComments(blog, [waiting, approved]);
  expect(await samples()).toEqual({ fine: 1, spam: 0 });
  await removeComments(blog, [waiting, approved], 'spam');
  expect(await samples()).toEqual({ fine: 0, spam: 2 });
  await restoreComments(blog, [waiting, approved]);
  expect(await samples()).toEqual({ fine: 1, spam: 0 });
  const words = await blog.db.selectFrom('spam_words').selectAll().where('word', '=', 'casino').execute();
  expect(words).toMatchObject([{ fine: 1, spam: 0 }]);
});

test('restoring an approved comment invalidates the pages of its post', async () => {
  const { blog, postId, say } = await blogWithPost();
  const id = await say('A fine walk by the sea.');
  await approveComments(blog, [id], true);
  await removeComments(blog, [id], 'unwanted');
  blog.changes.length = 0;
  await restoreComments(blog, [id]);
  expect(blog.changes.flatMap(({ touches }) => touches)).toContain(`post:${postId}`);
});

test('a snapshot of the queue is not changed by what arrives later or changes elsewhere', async () => {
  const { blog, say, rows } = await blogWithPost();
  const ids = [await say('The first that waits.'), await say('The second that waits.')];
  const snapshot = await queueSnapshot(blog, { approved: false });
  expect(snapshot).toEqual({ ids, total: 2 });
  await say('Sent a moment later.');
  await approveComments(blog, [ids[0] as number], true);
  const { ids: changed } = await moderateMany(blog, {
    action: 'delete',
    ids: snapshot.ids,
    state: 'waiting',
  });
  expect(changed).toEqual([ids[1]]);
  expect((await rows()).map(({ comment_text }) => comment_text)).toEqual([
    'The first that waits.',
    'Sent a moment later.',
  ]);
  expect(await moderateMany(blog, { action: 'spam', ids: [999], state: 'waiting' })).toEqual({ ids: [] });
});

test('a comment from another server comes back only when the owner restores it', async () => {
  const { blog, postId, rows } = await blogWithPost();
  const received = {
    postId,
    source: 'fediverse',
    originId: 'https://social.example/notes/1',
    originUrl: 'https://social.example/@ada/1',
    parentOriginId: null,
    person: 'https://social.example/users/ada',
    authorName: 'Ada',
    authorUrl: 'https://social.example/@ada',
    text: 'Seen from far away.',
    date: '2026-02-01T12:00:00.000Z',
  } as const;
  await receiveComment(blog, received);
  const before = await rows();
  const ids = before.map(({ id }) => id);
  await removeComments(blog, ids, 'spam');
  expect(await receiveComment(blog, received)).toBe('refused');
  await restoreComments(blog, ids);
  expect(await rows()).toMatchObject(before.map(({ id, origin_id, person }) => ({ id, origin_id, person })));
  expect(await receiveComment(blog, received)).toBe('unchanged');
  expect(await receiveComment(blog, { ...received, text: 'Seen from far away, again.' })).toBe('waiting');
  await removeComments(blog, ids, 'unwanted');
  // Its author deletes it there.
  await removeReceived(blog, received.originId);
  expect(await restoreComments(blog, ids)).toEqual([]);
});
