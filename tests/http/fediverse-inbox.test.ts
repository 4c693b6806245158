import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { onEachDatabase } from '../support/databases.ts';
import {
  type FediverseServer,
  fediverseServer,
  publicCollection,
  type RemoteActor,
} from '../support/fediverse-server.ts';
import { answerOf, type FediverseSite, fediverseSite, objectOf } from '../support/fediverse-site.ts';
import { ask } from '../support/raw-http.ts';

onEachDatabase('the inbox of the fediverse', (kind) => {
  let site: FediverseSite;
  let remote: FediverseServer;
  let bob: RemoteActor;
  let post: Post;
  let object: string;

  beforeAll(async () => {
    remote = await fediverseServer();
    site = await fediverseSite(kind);
    post = await site.createPost({ post_title: 'Shown' });
    object = objectOf(site, post);
    bob = await remote.actor('bob', { name: 'Bob :verified:' });
  });
  afterAll(async () => {
    await site.dispose();
    await remote.dispose();
  });

  /** Sends activities and waits for their effect. */
  const send = async (actor: RemoteActor, ...activities: unknown[]) => {
    for (const activity of activities) expect(answerOf(await actor.send(site.inbox, activity))).toBe('202');
    await site.settled();
  };
  const reply = (actor: RemoteActor, fields: Record<string, unknown> = {}) =>
    actor.note({ inReplyTo: object, ...fields });
  const textOf = async (note: { id: string }) =>
    (await site.comments()).find(({ origin_id }) => origin_id === note.id)?.comment_text;

  test('a Follow is stored and accepted, and undone', async () => {
    const follow = bob.activity('Follow', site.actor);
    await send(bob, follow);
    expect(await site.followers()).toEqual([bob.id]);
    await expect.poll(() => remote.received.length).toBe(1);
    expect(remote.received[0]).toMatchObject({
      path: '/users/bob/inbox',
      activity: {
        type: 'Accept',
        actor: site.actor,
        object: { id: follow.id, type: 'Follow', actor: bob.id },
      },
    });
    await send(bob, bob.activity('Undo', follow));
    expect(await site.followers()).toEqual([]);

    // The same Follow again is no replay: servers reuse ids.
    const date = new Date(Date.now() + 2_000);
    expect(answerOf(await bob.send(site.inbox, follow, { date }))).toBe('202');
    await site.settled();
    expect(await site.followers()).toEqual([bob.id]);
    await send(bob, bob.activity('Undo', follow.id));
    expect(await site.followers()).toEqual([]);
  });

  test('a Follow of another actor has no effect', async () => {
    await send(bob, bob.activity('Follow', `${site.url}/fediverse/other`));
    expect(await site.followers()).toEqual([]);
  });

  test('a Block ends following', async () => {
    const eve = await remote.actor('eve');
    await send(eve, eve.activity('Follow', site.actor));
    expect(await site.followers()).toEqual([eve.id]);
    await send(eve, eve.activity('Block', site.actor));
    expect(await site.followers()).toEqual([]);
    await send(eve, eve.activity('Undo', eve.activity('Block', site.actor)));
    expect(await site.followers()).toEqual([]);
  });

  test('a reply waits for approval, with its author and its origin', async () => {
    const note = reply(bob, {
      content: `<p><span class="h-card"><a href="${site.url}" class="u-url mention">@<span>blog</span></a></span> Well <b>said</b><script>alert(1)</script></p>`,
      published: '2026-01-02T03:04:05Z',
    });
    await send(bob, bob.activity('Create', note));
    expect((await site.comments()).find(({ origin_id }) => origin_id === note.id)).toMatchObject({
      user_name: 'Bob :verified:',
      comment_text: 'Well **said**',
      approved: 0,
      parent_id: null,
      origin_url: note.url,
      author_url: `${remote.url}/@bob`,
      person: bob.id,
    });
    const page = await site.visitor().get(`/post/${post.post_title_web}`);
    expect(page.text).not.toContain('Well said');
  });

  test('replies to the page, to a reply, and by link are threaded', async () => {
    const first = reply(bob, { inReplyTo: `${site.blog.siteUrl()}/post/${post.post_title_web}` });
    const second = reply(bob, { inReplyTo: first.id, content: '<p>Second</p>' });
    await send(bob, bob.activity('Create', first), bob.activity('Create', second.id));
    const comments = await site.comments();
    const parent = comments.find(({ origin_id }) => origin_id === first.id);
    expect(parent?.parent_id).toBeNull();
    expect(comments.find(({ origin_id }) => origin_id === second.id)).toMatchObject({
      comment_text: 'Second',
      parent_id: parent?.id,
    });
  });

  test("a reply to the owner's answer is threaded below it", async () => {
    const note = reply(bob, { content: '<p>A question</p>' });
    await send(bob, bob.activity('Create', note));
    const find = async (origin: string) =>
      (await site.comments()).find(({ origin_id }) => origin_id === origin);
    const question = await find(note.id);
    await site.admin.put(`/webapi/api/posts/comment/approve/${question?.id}`, { state: true });
    const answered = await site.admin.post<{ id: number }>(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'An answer',
      parent_id: question?.id,
    });
    expect(answered.status).toBe(201);
    const answer = `${site.blog.siteUrl()}/fediverse/answers/${answered.body.id}`;
    await expect.poll(() => find(answer)).toMatchObject({ comment_text: 'An answer' });
    await expect
      .poll(() => remote.received.map(({ activity }) => (activity.object as { id?: string }).id))
      .toContain(answer);
    const thanks = reply(bob, { inReplyTo: answer, content: '<p>Thanks</p>' });
    await send(bob, bob.activity('Create', thanks));
    expect(await find(thanks.id)).toMatchObject({ comment_text: 'Thanks', parent_id: answered.body.id });
  });

  test('an Update changes the text, and a Delete removes it; the same again has no effect', async () => {
    const note = reply(bob, { content: '<p>Before</p>' });
    const create = bob.activity('Create', note);
    await send(bob, create);
    expect(await textOf(note)).toBe('Before');
    await send(bob, bob.activity('Update', { ...note, content: '<p>After</p>' }));
    expect(await textOf(note)).toBe('After');
    await send(bob, bob.activity('Delete', { id: note.id, type: 'Tombstone' }));
    expect(await textOf(note)).toBeUndefined();
    await send(bob, create);
    expect(await textOf(note)).toBeUndefined();
  });

  test('a Delete also removes what the owner deleted and could restore', async () => {
    const note = reply(bob);
    await send(bob, bob.activity('Create', note));
    const stored = (await site.comments()).find(({ origin_id }) => origin_id === note.id);
    await site.admin.delete(`/webapi/api/posts/comment/${stored?.id}`);
    const restorable = async () => {
      const rows = await site.blog.db.selectFrom('deleted_comments').select('id').execute();
      return rows.some(({ id }) => id === stored?.id);
    };
    expect(await restorable()).toBe(true);
    const neighbor = await remote.actor('neighbor');
    await send(neighbor, neighbor.activity('Like', object));
    await send(neighbor, neighbor.activity('Undo', neighbor.activity('Like', object)));
    await send(neighbor, neighbor.activity('Delete', note.id));
    expect(await restorable()).toBe(true);
    await send(bob, bob.activity('Delete', note.id));
    expect(await restorable()).toBe(false);
  });

  test('an Update to followers only removes the comment', async () => {
    const note = reply(bob);
    await send(bob, bob.activity('Create', note));
    await send(bob, bob.activity('Update', { ...note, to: [`${bob.id}/followers`], cc: [] }));
    expect(await textOf(note)).toBeUndefined();
  });

  test.each([
    ['to followers', { to: ['https://example.org/followers'], cc: [] }],
    ['a direct message', { to: ['http://localhost/fediverse/actor'], cc: [] }],
  ])('what is not public is not stored: %s', async (_, addressing) => {
    const note = reply(bob, addressing);
    await send(bob, bob.activity('Create', note), bob.activity('Create', note.id));
    expect(await textOf(note)).toBeUndefined();
  });

  test('an unlisted reply is stored', async () => {
    const note = reply(bob, { to: [`${bob.id}/followers`], cc: [publicCollection] });
    await send(bob, bob.activity('Create', note));
    expect(await textOf(note)).toBe('Hello');
  });

  test('likes and reposts are counted once for each person, and undone', async () => {
    const carol = await remote.actor('carol');
    const like = carol.activity('Like', object);
    const announce = carol.activity('Announce', object);
    await send(carol, like, announce, carol.activity('Like', object), carol.activity('EmojiReact', object));
    expect(await site.reactions()).toEqual([
      { kind: 'like', author_name: 'carol' },
      { kind: 'repost', author_name: 'carol' },
    ]);
    await send(carol, carol.activity('Undo', like));
    expect(await site.reactions()).toEqual([{ kind: 'repost', author_name: 'carol' }]);
    await send(carol, carol.activity('Undo', announce.id));
    expect(await site.reactions()).toEqual([]);
  });

  test('a changed name is used for what follows', async () => {
    const dan = await remote.actor('dan');
    const first = reply(dan);
    await send(dan, dan.activity('Create', first));
    dan.document.name = 'Daniel';
    await send(dan, dan.activity('Update', dan.document));
    const second = reply(dan);
    await send(dan, dan.activity('Create', second));
    const comments = await site.comments();
    const nameOf = (id: string) => comments.find(({ origin_id }) => origin_id === id)?.user_name;
    expect([nameOf(first.id), nameOf(second.id)]).toEqual(['dan', 'Daniel']);
  });

  test('the Delete of an account removes all of it, though its key is gone', async () => {
    const gone = await remote.actor('gone');
    const note = reply(gone);
    await send(
      gone,
      gone.activity('Create', note),
      gone.activity('Like', object),
      gone.activity('Follow', site.actor),
    );
    expect(await textOf(note)).toBe('Hello');
    remote.documents.delete('/users/gone');
    await send(gone, gone.activity('Delete', gone.id));
    expect(await textOf(note)).toBeUndefined();
    expect(await site.reactions()).toEqual([]);
    expect(await site.followers()).not.toContain(gone.id);
  });

  test('a replaced key is fetched again', async () => {
    const frank = await remote.actor('frank');
    await send(frank, frank.activity('Like', object));
    const { newKeys, publicKeyPem } = await import('../support/fediverse-server.ts');
    const keys = await newKeys();
    frank.document.publicKey = { id: frank.keyId, owner: frank.id, publicKeyPem: await publicKeyPem(keys) };
    // A document that was fetched minutes ago counts as current; the process of the job has ended by then, or it is restarted.
    await site.restart();
    const announce = frank.activity('Announce', object);
    expect((await frank.send(site.inbox, announce, { keys })).status).toBe(202);
    await site.settled();
    expect(await site.reactions()).toContainEqual({ kind: 'repost', author_name: 'frank' });
  });

  test('forged requests, one after the other, cause one request to the server that they name', async () => {
    const ines = await remote.actor('ines');
    const { newKeys } = await import('../support/fediverse-server.ts');
    const keys = await newKeys();
    for (const activity of [ines.activity('Like', object), ines.activity('Announce', object)]) {
      expect((await ines.send(site.inbox, activity, { keys })).status).toBe(202);
      await site.settled();
    }
    expect(await site.stored()).toBe(0);
    expect(remote.requests.filter((request) => request === 'GET /users/ines')).toHaveLength(1);
  });

  test('signatures of RFC 9421 are verified', async () => {
    const gina = await remote.actor('gina');
    const inbox = `${site.blog.siteUrl()}/fediverse/inbox`;
    const sent = await gina.send(inbox, gina.activity('Like', object), { form: 'rfc9421' });
    expect(answerOf(sent)).toBe('202');
    await site.settled();
    expect(await site.reactions()).toContainEqual({ kind: 'like', author_name: 'gina' });
  });

  test('an unreachable server is asked again later, and its activities keep their order', async () => {
    const hank = await remote.actor('hank');
    remote.routes.set('/users/hank', (_, response) => response.writeHead(503).end());
    const note = reply(hank);
    await send(hank, hank.activity('Create', note));
    await send(hank, hank.activity('Like', object));
    expect(await site.stored()).toBe(2);
    expect(await textOf(note)).toBeUndefined();
    remote.routes.delete('/users/hank');
    // Ends the job, which remembers for some minutes that the server did not answer.
    await site.restart();
    const { db } = site.blog;
    const due = new Date().toISOString();
    await db.updateTable('fediverse_inbox').set({ next_run: due }).execute();
    await db.updateTable('jobs').set({ next_run: due }).where('date_finished', 'is', null).execute();
    await site.restart();
    await site.settled();
    expect(await textOf(note)).toBe('Hello');
    expect(await site.reactions()).toContainEqual({ kind: 'like', author_name: 'hank' });
    expect(await site.stored()).toBe(0);
  });

  test('a post that is not public has no replies and reactions', async () => {
    const hidden = await site.createPost({ post_title: 'Hidden', active: false });
    const before = await site.comments();
    const note = bob.note({ inReplyTo: objectOf(site, hidden) });
    const requests = remote.requests.length;
    await send(bob, bob.activity('Create', note), bob.activity('Like', objectOf(site, hidden)));
    await send(bob, bob.activity('Like', `${site.blog.siteUrl()}/fediverse/posts/999999`));
    expect(await site.comments()).toEqual(before);
    expect(remote.requests).toHaveLength(requests);
  });

  test('supports only POST, and does not exist when it is off', async () => {
    const got = await ask(site.inbox, { headers: { accept: 'application/activity+json' } });
    expect([got.status, got.headers.allow]).toEqual([405, ['POST']]);
    await site.admin.put('/webapi/api/admin/site', { fediverse: 'off' });
    const answer = await bob.send(site.inbox, bob.activity('Like', object));
    expect(answer.status).toBe(404);
    expect(await site.stored()).toBe(0);
    await site.admin.put('/webapi/api/admin/site', { fediverse: 'note' });
  });
});
