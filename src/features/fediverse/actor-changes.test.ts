import { expect, test } from 'vitest';
import { type MemoryBlog, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { approveComments } from '../../core/comments/comments.ts';
import { setPerson } from '../../core/comments/people.ts';
import { personState } from '../../core/comments/store/people.ts';
import { createPost } from '../../core/posts/write-posts.ts';
import { changeSite } from '../../core/site/site.ts';
import { nowIso } from '../../platform/blog.ts';
import { effectOf, type Tools } from './activities.ts';
import { announceActor } from './announce-actor.ts';
import type { Activity } from './inbox.ts';
import type { RemoteActor } from './remote-actor.ts';
import { inboxOf } from './store/deliveries.ts';
import { actorById, addFollower, countFollowers, otherRecipients, putActor } from './store/fediverse.ts';

const own = 'https://blog.example.org/fediverse/actor';

const remote = (name: string, host = 'one.example'): RemoteActor => {
  const actor = `https://${host}/users/${name}`;
  return { actor, inbox: `${actor}/inbox`, shared_inbox: null, handle: `@${name}@${host}`, name, url: actor };
};
const ann = remote('ann');

async function followedBlog(): Promise<MemoryBlog> {
  const blog = await memoryBlog();
  await changeSite(blog, { fediverse: 'article' });
  await putActor(blog.db, ann, nowIso(blog));
  await addFollower(blog.db, ann.actor, `${ann.actor}#follow`, nowIso(blog));
  return blog;
}

const documents =
  (found: Record<string, Record<string, unknown>>): Tools['fetchDocument'] =>
  async (id) =>
    found[id] ? { document: found[id] } : { failure: 'refused', reason: 'not found' };

async function receive(blog: MemoryBlog, type: string, rest: object, fetchDocument = documents({})) {
  const activity = { id: `${ann.actor}#${type}`, type, actor: ann.actor, ...rest } as Activity;
  const effect = await effectOf(blog, activity, { fetchDocument, renewActor: async () => null });
  return effect ? effect(ann) : undefined;
}

async function waiting(blog: MemoryBlog) {
  const rows = await blog.db
    .selectFrom('outbox as d')
    .innerJoin('fediverse_activities as a', (join) =>
      join.on(({ eb, cast }) => eb(cast('a.id', 'text'), '=', eb.ref('d.payload'))),
    )
    .select(['d.key', 'a.body'])
    .orderBy('d.id')
    .execute();
  return rows.map(({ key, body }) => ({ inbox: inboxOf(key), activity: JSON.parse(body) }));
}

test('a changed actor is sent to followers once, and where it moved', async () => {
  const blog = await followedBlog();
  await announceActor(blog);
  expect(await waiting(blog)).toEqual([]);
  await changeSite(blog, { site_name: 'Another name' });
  await announceActor(blog);
  await announceActor(blog);
  expect(await waiting(blog)).toMatchObject([
    { inbox: ann.inbox, activity: { type: 'Update', actor: own, object: { id: own, name: 'Another name' } } },
  ]);
  blog.wait(1000);
  await changeSite(blog, { fediverse_moved_to: 'https://two.example/users/me' });
  await announceActor(blog);
  expect((await waiting(blog)).slice(1)).toMatchObject([
    { activity: { type: 'Update', object: { movedTo: 'https://two.example/users/me' } } },
    { activity: { type: 'Move', object: own, target: 'https://two.example/users/me' } },
  ]);
});

test('a follower whom the owner blocks is rejected', async () => {
  const blog = await followedBlog();
  await setPerson(blog, ann.actor, 'ann', 'blocked');
  expect(await countFollowers(blog.db)).toBe(0);
  expect(await waiting(blog)).toMatchObject([
    { inbox: ann.inbox, activity: { type: 'Reject', object: { type: 'Follow', id: `${ann.actor}#follow` } } },
  ]);
});

test('who blocks the blog is remembered until they no longer do', async () => {
  const blog = await followedBlog();
  expect(await receive(blog, 'Block', { object: own })).toBe('block');
  expect(await countFollowers(blog.db)).toBe(0);
  expect((await actorById(blog.db, ann.actor))?.date_blocked).toBe(nowIso(blog));
  expect(await otherRecipients(blog.db, 1, '2000-01-01T00:00:00.000Z')).toEqual([]);
  await receive(blog, 'Undo', { object: { type: 'Block', actor: ann.actor, object: own } });
  expect((await actorById(blog.db, ann.actor))?.date_blocked).toBeNull();
});

test('former followers count as recipients of what was sent before', async () => {
  const blog = await followedBlog();
  const before = nowIso(blog);
  blog.wait(1000);
  await receive(blog, 'Undo', { object: { type: 'Follow', actor: ann.actor, object: own } });
  expect(await otherRecipients(blog.db, 1, before)).toEqual([ann.inbox]);
  blog.wait(1000);
  expect(await otherRecipients(blog.db, 1, nowIso(blog))).toEqual([]);
});

test('what the owner decided about an account holds after it moved', async () => {
  const blog = await followedBlog();
  await setPerson(blog, ann.actor, 'ann', 'trusted');
  const target = 'https://two.example/users/ann';
  const move = { object: ann.actor, target };
  await receive(blog, 'Move', move, documents({ [target]: { id: target, alsoKnownAs: [] } }));
  expect(await personState(blog.db, target)).toBeNull();
  await receive(blog, 'Move', move, documents({ [target]: { id: target, alsoKnownAs: [ann.actor] } }));
  expect(await personState(blog.db, target)).toBe('trusted');
});

test('a report waits in the queue and cannot be approved', async () => {
  const blog = await followedBlog();
  await setPerson(blog, ann.actor, 'ann', 'trusted');
  const post = await createPost(blog, { post_title: 'Sea', active: true });
  const url = `https://blog.example.org/fediverse/posts/${post.id}`;
  await receive(blog, 'Flag', { object: [own, url], content: 'Not nice' });
  const stored = () =>
    blog.db.selectFrom('comments').select(['id', 'source', 'approved', 'comment_text']).execute();
  const [report] = await stored();
  expect(report).toMatchObject({
    source: 'report',
    approved: 0,
    comment_text: `Report about ${url}\n\nNot nice`,
  });
  await approveComments(blog, [report?.id ?? 0], true);
  expect(await stored()).toMatchObject([{ approved: 0 }]);
});
