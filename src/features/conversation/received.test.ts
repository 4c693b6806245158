import { expect, test } from 'vitest';
import { admin, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { commentPage, postOnPage } from '../../core/comments/comment-pages.ts';
import {
  addComment,
  approveComment,
  commentsOf,
  editComment,
  removeComment,
} from '../../core/comments/comments.ts';
import { blockWord, setPerson } from '../../core/comments/people.ts';
import { insertComment } from '../../core/comments/store/comments.ts';
import { changePosts } from '../../core/posts/change-posts.ts';
import { changePost, createPost, presented } from '../../core/posts/write-posts.ts';
import { changeSite } from '../../core/site/site.ts';
import { setAnnouncing } from '../../core/site/store/announcing.ts';
import { type Viewer, visitor } from '../../platform/http/viewer.ts';
import {
  type ReceivedComment,
  type ReceivedReaction,
  receiveComment,
  receiveReaction,
  removeReaction,
  removeReceived,
} from './received.ts';

const person = 'https://social.example/users/ada';

async function setUp() {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  const receive = (changes: Partial<ReceivedComment> = {}) =>
    receiveComment(blog, {
      postId: id,
      source: 'fediverse',
      originId: 'https://social.example/notes/1',
      originUrl: 'https://social.example/@ada/1',
      parentOriginId: null,
      person,
      authorName: 'Ada',
      authorUrl: 'https://social.example/@ada',
      text: 'A fine walk.',
      date: '2026-02-28T10:00:00.000Z',
      ...changes,
    });
  await blog.db.insertInto('profiles').values({ user_id: 1 }).execute();
  const rows = () => blog.db.selectFrom('comments').selectAll().orderBy('id').execute();
  const row = async () => {
    const [first] = await rows();
    if (!first) throw new Error('There is no comment.');
    return first;
  };
  const shown = async () =>
    (await commentsOf(blog, visitor, id, 'approved')).comments.map(({ comment_text }) => comment_text);
  return { blog, id, receive, rows, row, shown };
}

test('a received comment waits, with all that is known of it', async () => {
  const { receive, row, shown } = await setUp();
  expect(await receive()).toBe('waiting');
  expect(await row()).toMatchObject({
    user_name: 'Ada',
    comment_text: 'A fine walk.',
    date_added: '2026-02-28T10:00:00.000Z',
    approved: 0,
    user_id: null,
    person,
    address: null,
    source: 'fediverse',
    author_url: 'https://social.example/@ada',
    origin_url: 'https://social.example/@ada/1',
    origin_id: 'https://social.example/notes/1',
    date_edited: null,
  });
  expect((await row()).features).not.toBeNull();
  expect(await shown()).toEqual([]);
});

test('the same comment is stored once', async () => {
  const { receive, rows } = await setUp();
  expect(await receive()).toBe('waiting');
  expect(await receive()).toBe('unchanged');
  expect(await rows()).toHaveLength(1);
});

test('a trusted person is approved at once, and so is an edit', async () => {
  const { blog, receive, row, shown } = await setUp();
  await setPerson(blog, person, 'Ada', 'trusted');
  expect(await receive()).toBe('approved');
  expect(await receive({ text: 'A very fine walk.' })).toBe('approved');
  expect(await shown()).toEqual(['A very fine walk.']);
  expect((await row()).date_edited).toBe('2026-03-01T12:00:00.000Z');
});

test('a page of another site cannot pass as a trusted person', async () => {
  const { blog, receive } = await setUp();
  await setPerson(blog, 'https://ada.example/', 'Ada', 'trusted');
  const forged = { source: 'webmention', person: 'https://ada.example/' } as const;
  expect(await receive({ ...forged, originId: 'https://evil.example/page' })).toBe('waiting');
  expect(await receive({ ...forged, originId: 'https://ada.example/page' })).toBe('approved');
});

test('an edited text of an approved comment waits again and is not seen meanwhile', async () => {
  const { blog, id, receive, row, shown } = await setUp();
  await receive();
  const { id: comment } = await row();
  await approveComment(blog, comment, true);
  expect(await shown()).toEqual(['A fine walk.']);
  blog.changes.length = 0;
  expect(await receive({ text: 'Buy now!' })).toBe('waiting');
  expect(await shown()).toEqual([]);
  expect(blog.changes.flatMap(({ touches }) => touches)).toContain(`post:${id}`);
  expect(await row()).toMatchObject({ id: comment, comment_text: 'Buy now!', approved: 0, taught: null });
  // What the old text trained the filter with is taken back.
  expect(await blog.db.selectFrom('spam_words').selectAll().execute()).toEqual([]);
  await approveComment(blog, comment, true);
  expect(await shown()).toEqual(['Buy now!']);
});

test('another name alone changes a waiting comment and no approved one', async () => {
  const { blog, receive, row } = await setUp();
  await receive();
  expect(await receive({ authorName: 'Ada L.' })).toBe('waiting');
  expect((await row()).user_name).toBe('Ada L.');
  await approveComment(blog, (await row()).id, true);
  expect(await receive({ authorName: 'Bargains' })).toBe('unchanged');
  expect(await row()).toMatchObject({ user_name: 'Ada L.', approved: 1 });
});

test('a comment that the owner deleted does not come back', async () => {
  const { blog, receive, row, rows } = await setUp();
  await receive();
  await removeComment(blog, (await row()).id);
  expect(await receive()).toBe('refused');
  expect(await receive({ text: 'Edited.' })).toBe('refused');
  expect(await rows()).toEqual([]);
});

test('blocked people and words are refused, trusted people may use the words', async () => {
  const { blog, receive, rows } = await setUp();
  await blockWord(blog, 'Casino');
  expect(await receive({ text: 'The CASINO, now.' })).toBe('refused');
  expect(await receive({ authorName: 'casino' })).toBe('refused');
  await blockWord(blog, 'social.example');
  expect(await receive()).toBe('refused');
  await setPerson(blog, person, 'Ada', 'trusted');
  expect(await receive({ text: 'The CASINO, now.' })).toBe('approved');
  await setPerson(blog, person, 'Ada', 'blocked');
  expect(await receive({ text: 'Something else.' })).toBe('refused');
  expect(await receive({ originId: 'https://social.example/notes/2' })).toBe('refused');
  expect((await rows()).map(({ comment_text }) => comment_text)).toEqual(['The CASINO, now.']);
});

test('posts that are closed, hidden or gone receive nothing new', async () => {
  const { blog, id, receive, rows } = await setUp();
  expect(await receive({ postId: id + 1 })).toBe('refused');
  await changePost(blog, id, { comments_open: false });
  expect(await receive()).toBe('refused');
  await changePost(blog, id, { comments_open: true, active: false });
  expect(await receive()).toBe('refused');
  await changePost(blog, id, { active: true });
  await changeSite(blog, { close_comments_days: 30 });
  blog.wait(30 * 24 * 3600_000 - 1);
  expect(await receive()).toBe('waiting');
  blog.wait(1);
  expect(await receive({ originId: 'https://social.example/notes/2' })).toBe('refused');
  // What is there already can still be changed by its author.
  expect(await receive({ text: 'Edited.' })).toBe('waiting');
  expect(await rows()).toHaveLength(1);
});

test('replies find their parents by origin, on the same post only', async () => {
  const { blog, id, receive, rows } = await setUp();
  const other = await createPost(blog, { post_title: 'B', active: true });
  await receive({ originId: 'a:1' });
  await receive({ originId: 'a:2', parentOriginId: 'a:1' });
  await receive({ originId: 'a:3', parentOriginId: 'a:2' });
  await receive({ originId: 'a:4', parentOriginId: 'a:unknown' });
  await receive({ originId: 'a:5', parentOriginId: 'a:1', postId: other.id });
  const [first, second] = await rows();
  expect((await rows()).map(({ parent_id }) => parent_id)).toEqual([null, first?.id, second?.id, null, null]);
  expect(id).not.toBe(other.id);
});

test('the own answer that comes back is neither changed nor removed', async () => {
  const { blog, id, receive, rows } = await setUp();
  await changePosts(blog, async (tx) => {
    const written = {
      post_id: id,
      user_name: 'Admin',
      comment_text: 'Thanks.',
      date_added: '2026-03-01T00:00:00Z',
    };
    await insertComment(tx, { ...written, approved: true, user_id: 1, origin_id: 'a:own' });
    return { result: null, activity: [] };
  });
  expect(await receive({ originId: 'a:own', text: 'Forged.' })).toBe('unchanged');
  expect(await removeReceived(blog, 'a:own')).toBe(false);
  expect(await rows()).toMatchObject([{ comment_text: 'Thanks.', user_name: 'Admin' }]);
});

test('whatever a server sends is cut to what this site stores', async () => {
  const { receive, rows } = await setUp();
  const hostile = {
    authorName: `Ad\u202emin\n${'x'.repeat(20_000)}`,
    authorUrl: 'javascript:alert(1)',
    originUrl: 'data:text/html,x',
    text: `a\u0000b${'\n'.repeat(15_000)}${'🙂'.repeat(20_000)}`,
    date: '2999-01-01T00:00:00Z',
  };
  expect(await receive(hostile)).toBe('waiting');
  const [row] = await rows();
  expect([...(row?.user_name ?? '')]).toHaveLength(50);
  expect([...(row?.comment_text ?? '')].length).toBeLessThanOrEqual(5000);
  expect(row?.comment_text).toMatch(/^ab\n\n🙂+…$/u);
  expect(row).toMatchObject({ author_url: null, origin_url: null, date_added: '2026-03-01T12:00:00.000Z' });
  expect(await receive(hostile)).toBe('unchanged');
  expect(await receive({ originId: 'a:2', text: ' '.repeat(15_000) })).toBe('refused');
  expect(await receive({ originId: 'a:3', text: '\u200b' })).toBe('refused');
  expect(await receive({ originId: `a:${'x'.repeat(3000)}` })).toBe('refused');
  expect(await receive({ originId: 'a:4', person: '' })).toBe('refused');
  expect(await receive({ originId: 'a:5', date: 'yesterday', authorName: ' АDMIN ' })).toBe('waiting');
  expect((await rows()).at(-1)).toMatchObject({
    user_name: 'АDMIN (guest)',
    date_added: '2026-03-01T12:00:00.000Z',
  });
});

test('a comment that its author deleted is gone, its replies stay, and it may come back', async () => {
  const { blog, receive, rows } = await setUp();
  await receive({ originId: 'a:1' });
  await receive({ originId: 'a:2', parentOriginId: 'a:1' });
  expect(await removeReceived(blog, 'a:1')).toBe(true);
  expect(await removeReceived(blog, 'a:1')).toBe(false);
  expect((await rows()).map(({ origin_id, parent_id }) => [origin_id, parent_id])).toEqual([['a:2', null]]);
  expect(await receive({ originId: 'a:1' })).toBe('waiting');
});

test("what its author deleted can no longer be restored from the owner's deleted comments", async () => {
  const { blog, receive, row } = await setUp();
  await receive();
  const { id, post_id } = await row();
  await removeComment(blog, id);
  await blog.db
    .insertInto('deleted_comments')
    .values({ id, post_id, content: '{}', date_deleted: '2026-03-01T12:00:00.000Z' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  expect(await removeReceived(blog, 'https://social.example/notes/1')).toBe(true);
  expect(await blog.db.selectFrom('deleted_comments').selectAll().execute()).toEqual([]);
});

test("the owner's answers to comments from elsewhere are announced with every change, all others are not", async () => {
  const { blog, id, receive, row, rows } = await setUp();
  await setAnnouncing(blog.db, true);
  await receive();
  const remote = (await row()).id;
  await approveComment(blog, remote, true);
  const sender = { address: '192.0.2.7', since: null };
  const say = (viewer: Viewer, parent_id: number | null) =>
    addComment(blog, viewer, id, { comment_text: 'Thank you.', parent_id }, sender);
  const local = await say(visitor, null);
  await approveComment(blog, local.id, true);
  const announced = async (work: Promise<unknown>) => {
    await work;
    const found = await blog.db.selectFrom('announcements').selectAll().execute();
    await blog.db.deleteFrom('announcements').execute();
    return found.filter(({ kind }) => kind === 'answer').map(({ subject_id }) => subject_id);
  };
  expect(await announced(say(admin, local.id))).toEqual([]);
  expect(await announced(say(admin, null))).toEqual([]);
  expect(await announced(say(visitor, remote))).toEqual([]);
  const adding = say(admin, remote);
  const { id: answer } = await adding;
  expect(await announced(adding)).toEqual([answer]);
  expect(await announced(editComment(blog, answer, 'Thank you very much.'))).toEqual([answer]);
  expect(await announced(editComment(blog, answer, 'Thank you very much.'))).toEqual([]);
  expect(await announced(approveComment(blog, answer, false))).toEqual([answer]);
  expect(await announced(approveComment(blog, answer, true))).toEqual([answer]);
  expect(await announced(approveComment(blog, remote, false))).toEqual([answer]);
  expect(await announced(approveComment(blog, remote, true))).toEqual([answer]);
  // An edit there makes the comment wait, and must not delete the answer on other servers.
  expect(await announced(receive({ text: 'Edited there.' }))).toEqual([]);
  expect(await announced(removeComment(blog, answer))).toEqual([answer]);
  const { id: second } = await (async () => {
    await approveComment(blog, remote, true);
    return say(admin, remote);
  })();
  await announced(Promise.resolve());
  expect(await announced(removeReceived(blog, 'https://social.example/notes/1'))).toEqual([second]);
  expect((await rows()).find((one) => one.id === second)?.parent_id).toBeNull();
});

test('reactions are counted once, and taken back', async () => {
  const { blog, id } = await setUp();
  const reaction: ReceivedReaction = {
    postId: id,
    kind: 'like',
    source: 'fediverse',
    originId: 'https://social.example/likes/1',
    person,
    authorName: 'Admin',
    authorUrl: null,
    date: '2026-03-01T00:00:00Z',
  };
  expect(await receiveReaction(blog, reaction)).toBe('approved');
  expect(await receiveReaction(blog, reaction)).toBe('unchanged');
  expect(await receiveReaction(blog, { ...reaction, postId: id + 1, originId: 'a:2' })).toBe('refused');
  const rows = await blog.db.selectFrom('reactions').selectAll().execute();
  expect(rows).toMatchObject([{ post_id: id, kind: 'like', author_name: 'Admin (guest)' }]);
  const { post_title_web } = await presented(blog, visitor, id);
  const people = async () =>
    (await commentPage(blog, await postOnPage(blog, visitor, post_title_web), 1)).people;
  expect(await people()).toEqual([]);
  await changeSite(blog, { reaction_names: true });
  expect(await people()).toEqual([{ name: 'Admin (guest)', url: rows[0]?.author_url }]);
  blog.changes.length = 0;
  expect(await removeReaction(blog, reaction.originId)).toBe(true);
  expect(await removeReaction(blog, reaction.originId)).toBe(false);
  expect(blog.changes).toEqual([{ touches: [`post:${id}`], isHarmless: true }]);
  await setPerson(blog, person, 'Ada', 'blocked');
  expect(await receiveReaction(blog, reaction)).toBe('refused');
});
