import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockWord, listPeople, removePerson, setAuthorOf } from '../../src/core/comments/people.ts';
import {
  type ReceivedComment,
  receiveComment,
  receiveReaction,
  removeReceived,
} from '../../src/features/conversation/received.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('received comments', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  const received = (postId: number, changes: Partial<ReceivedComment> = {}): ReceivedComment => ({
    postId,
    source: 'fediverse',
    originId: `https://social.example/notes/${postId}`,
    originUrl: null,
    parentOriginId: null,
    person: 'https://social.example/users/ada',
    authorName: 'Ada',
    authorUrl: null,
    text: 'A fine walk.',
    date: '2026-02-28T10:00:00.000Z',
    ...changes,
  });
  const stored = (postId: number) =>
    site.blog.db.selectFrom('comments').selectAll().where('post_id', '=', postId).orderBy('id').execute();

  test('a comment that arrives several times at once is stored once, without an error', async () => {
    const { id } = await site.createPost();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => receiveComment(site.blog, received(id))),
    );
    expect(outcomes.toSorted()).toEqual([...Array(7).fill('unchanged'), 'waiting']);
    expect(await stored(id)).toHaveLength(1);
    const like = { ...received(id), kind: 'like', originId: `like:${id}` } as const;
    const likes = await Promise.all(Array.from({ length: 8 }, () => receiveReaction(site.blog, like)));
    expect(likes.toSorted()).toEqual(['approved', ...Array(7).fill('unchanged')]);
  });

  test('what the owner deleted stays away, what its author deleted is gone', async () => {
    const { id } = await site.createPost();
    await receiveComment(site.blog, received(id));
    const [comment] = await stored(id);
    await site.admin.delete(`/webapi/api/posts/comment/${comment?.id}`);
    expect(await receiveComment(site.blog, received(id, { text: 'Edited.' }))).toBe('refused');
    const other = received(id, { originId: `other:${id}` });
    expect(await receiveComment(site.blog, other)).toBe('waiting');
    expect(await removeReceived(site.blog, other.originId)).toBe(true);
    expect(await stored(id)).toEqual([]);
  });

  test('trusting the author of a comment approves what follows, until the trust ends', async () => {
    const { id } = await site.createPost();
    const person = `https://social.example/users/${kind}`;
    const receive = (n: number) =>
      receiveComment(site.blog, received(id, { person, originId: `${id}:${n}`, text: `Walk ${n}` }));
    expect(await receive(1)).toBe('waiting');
    const [comment] = await stored(id);
    await setAuthorOf(site.blog, comment?.id ?? 0, 'trusted');
    expect(await receive(2)).toBe('approved');
    const page = { limit: 10, offset: 0 };
    expect(await listPeople(site.blog, 'trusted', page)).toMatchObject({ people: [{ person, name: 'Ada' }] });
    await removePerson(site.blog, person);
    expect(await receive(3)).toBe('waiting');
    expect(await listPeople(site.blog, 'trusted', page)).toEqual({ people: [], total: 0 });
  });

  test('a blocked word is stored once, however often and however it is spelled', async () => {
    const blocks = await Promise.all(
      ['Casino', ' CASINO', 'casíno'].map((word) => blockWord(site.blog, word)),
    );
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(1);
    const { id } = await site.createPost();
    expect(await receiveComment(site.blog, received(id, { text: 'Your casino!' }))).toBe('refused');
  });

  test('comments wait in bounded time for 15,000 blanks and for a long text', async () => {
    const { id } = await site.createPost();
    const blanks = received(id, { text: `a${' '.repeat(15_000)}b`, authorName: `x${' '.repeat(15_000)}y` });
    expect(await receiveComment(site.blog, blanks)).toBe('waiting');
    expect(await stored(id)).toMatchObject([{ user_name: 'x' }]);
  });
});
