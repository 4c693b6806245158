import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { markAnnounced } from '../../src/core/posts/channels/store.ts';
import type { FediverseStatus } from '../../src/features/fediverse/api.ts';
import { verifySignature } from '../../src/features/fediverse/signing/verify-signature.ts';
import { addFollower, putActor } from '../../src/features/fediverse/store/fediverse.ts';
import { insertJob } from '../../src/platform/jobs/store.ts';
import { onEachDatabase } from '../support/databases.ts';
import { FederatedBlog } from '../support/federated-blog.ts';
import { type FediverseServer, fediverseServer } from '../support/fediverse-server.ts';

type Json = { [name: string]: unknown };
type Activity = {
  id: string;
  type: string;
  actor: string;
  object: Json & { id: string };
  to: string[];
  cc: string[];
};

const waits = { timeout: 18_000, interval: 100 };
const limits = { timeout: 60_000 };

onEachDatabase('what the blog sends to the fediverse', (kind) => {
  let blog: FederatedBlog;
  let remote: FediverseServer;
  /** What came to the shared inbox; whether the key of the blog's actor has signed it. */
  let received: { activity: Activity; signed: boolean }[];
  let publicKey: { id: string; publicKeyPem: string };
  /** How the inbox answers. */
  let status = 202;

  beforeAll(async () => {
    blog = await FederatedBlog.create(kind);
    const actor = await fetch(blog.actor, { headers: { accept: 'application/activity+json' } });
    ({ publicKey } = (await actor.json()) as { publicKey: typeof publicKey });
    expect(publicKey.id).toBe(`${blog.actor}#main-key`);
  });
  afterAll(() => blog.dispose());

  beforeEach(async () => {
    received = [];
    status = 202;
    remote = await fediverseServer();
    remote.routes.set('/inbox', async (request, response) => {
      const body = await text(request);
      const headers = request.headers as Record<string, string>;
      const message = { url: `${remote.url}/inbox`, headers, body, received: new Date() };
      const signed = verifySignature(message, [{ id: publicKey.id, pem: publicKey.publicKeyPem }]);
      if (status < 300) received.push({ activity: JSON.parse(body), signed });
      response.writeHead(status).end();
    });
    await follow('ann');
    await follow('bob');
  });
  afterEach(async () => {
    await blog.db.deleteFrom('fediverse_actors').execute();
    // In the order of a job that may still be removing what it sent: the other order is a deadlock on PostgreSQL.
    await blog.db.deleteFrom('outbox').execute();
    await blog.db.deleteFrom('fediverse_activities').execute();
    await blog.db.deleteFrom('outbox_hosts').execute();
    await remote.dispose();
  });

  async function follow(name: string): Promise<string> {
    const { id } = await remote.actor(name);
    const now = new Date().toISOString();
    const actor = {
      actor: id,
      inbox: `${id}/inbox`,
      shared_inbox: `${remote.url}/inbox`,
      handle: `@${name}@${new URL(remote.url).host}`,
      name,
      url: `${remote.url}/@${name}`,
    };
    await putActor(blog.db, actor, now);
    await addFollower(blog.db, id, `${id}#follow`, now);
    return id;
  }

  const publish = async (fields: Json = {}) =>
    (
      await blog.admin.post<Post>('/webapi/api/posts', {
        post_title: 'A walk',
        post_content: '<p>By the sea.</p>',
        active: true,
        ...fields,
      })
    ).body;
  const types = () => received.map(({ activity }) => activity.type);
  const arrive = (...expected: string[]) => expect.poll(types, waits).toEqual(expected);
  const last = () => received.at(-1)?.activity as Activity;
  /** Until everything that is on its way has arrived. */
  const settled = () =>
    expect
      .poll(async () => {
        const open = await blog.db
          .selectFrom('jobs')
          .select('id')
          .where('kind', 'in', ['announce', 'fediverse-deliver'])
          .where('date_finished', 'is', null)
          .execute();
        return open.length;
      }, waits)
      .toBe(0);
  /** Instead of waiting for the end of the pause. */
  const makeDue = async () => {
    const open = () =>
      blog.db
        .selectFrom('jobs')
        .select('owner')
        .where('kind', '=', 'fediverse-deliver')
        .where('date_finished', 'is', null);
    await expect
      .poll(async () => (await open().execute()).every(({ owner }) => owner === null), waits)
      .toBe(true);
    const past = { next_run: new Date(0).toISOString() };
    await blog.db.updateTable('outbox').set(past).execute();
    await blog.db.updateTable('jobs').set(past).where('date_finished', 'is', null).execute();
  };
  const statusOf = async (url: string) =>
    (await fetch(url, { headers: { accept: 'application/activity+json' } })).status;

  test(
    'a post is created, updated and deleted once for two followers of one host, signed by the blog',
    limits,
    async () => {
      const post = await publish();
      await arrive('Create');
      const create = last();
      const object = `${blog.url}/fediverse/posts/${post.id}`;
      expect(create).toMatchObject({
        actor: blog.actor,
        to: ['https://www.w3.org/ns/activitystreams#Public'],
        cc: [`${blog.url}/fediverse/followers`],
        object: {
          id: object,
          type: 'Article',
          name: 'A walk',
          url: `${blog.url}/post/${post.post_title_web}`,
        },
      });
      const served = (await (await fetch(object)).json()) as Json;
      expect(served).toMatchObject(create.object);

      await blog.admin.put(`/webapi/api/posts/${post.id}`, {
        post_title: 'A long walk',
        post_content: '<p>By the sea.</p>',
      });
      await arrive('Create', 'Update');
      expect(last().object).toMatchObject({ id: object, name: 'A long walk' });
      expect(Date.parse(String(last().object.updated))).not.toBeNaN();

      // Nothing that is seen there.
      await blog.admin.put(`/webapi/api/posts/${post.id}`, {
        post_title: 'A long walk',
        post_content: '<p>By the sea.</p>',
      });
      await settled();
      await blog.admin.delete(`/webapi/api/posts/${post.id}`);
      await arrive('Create', 'Update', 'Delete');
      expect(last().object).toEqual({ id: object, type: 'Tombstone' });
      expect(await statusOf(object)).toBe(410);
      expect(await statusOf(`${blog.url}/post/${post.post_title_web}`)).toBe(410);

      expect(received.map(({ signed }) => signed)).toEqual([true, true, true]);
      expect(new Set(received.map(({ activity }) => activity.id)).size).toBe(3);
      await settled();
      for (const table of ['fediverse_activities', 'outbox', 'outbox_hosts'] as const)
        expect(await blog.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    },
  );

  test('a post that is published again after it was deleted has another id', limits, async () => {
    const { id } = await publish();
    await arrive('Create');
    await blog.admin.put(`/webapi/api/posts/status/${id}/0`);
    await arrive('Create', 'Delete');
    await blog.admin.put(`/webapi/api/posts/status/${id}/1`);
    await arrive('Create', 'Delete', 'Create');
    const first = `${blog.url}/fediverse/posts/${id}`;
    expect(last().object.id).toBe(`${first}/2`);
    expect([await statusOf(first), await statusOf(`${first}/2`), await statusOf(`${first}/3`)]).toEqual([
      410, 200, 404,
    ]);
    await blog.admin.put(`/webapi/api/posts/${id}`, {
      post_title: 'Again',
      post_content: '<p>By the sea.</p>',
    });
    await arrive('Create', 'Delete', 'Create', 'Update');
    expect(last().object.id).toBe(`${first}/2`);
  });

  test('drafts, scheduled and old posts, and pages are not sent', limits, async () => {
    await publish({ active: false });
    await publish({ active: false, scheduled_date: new Date(Date.now() + 3_600_000).toISOString() });
    await publish({ post_date: '2020-01-02T03:04:05Z' });
    await blog.admin.post('/webapi/api/posts', {
      kind: 'page',
      post_title: 'About',
      post_title_web: '/about-us',
      post_content: '<p>Us.</p>',
      active: true,
    });
    await settled();
    expect(received).toEqual([]);
    await publish();
    await arrive('Create');
  });

  test(
    'answers to a reply from the fediverse are sent to its author and the followers, others nowhere',
    limits,
    async () => {
      const post = await publish();
      await arrive('Create');
      const carol = await remote.actor('carol');
      const note = `${remote.url}/users/carol/notes/1`;
      const now = new Date().toISOString();
      await putActor(
        blog.db,
        {
          actor: carol.id,
          inbox: `${carol.id}/inbox`,
          shared_inbox: null,
          handle: `@carol@${new URL(remote.url).host}`,
          name: 'Carol',
          url: `${remote.url}/@carol`,
        },
        now,
      );
      const insert = (row: Json & { source: 'fediverse' | 'local' }) =>
        blog.db
          .insertInto('comments')
          .values({
            post_id: post.id,
            user_name: 'Carol',
            comment_text: 'Nice.',
            approved: 1,
            date_added: now,
            ...row,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
      const changed = async (id: number) => {
        await markAnnounced(blog.db, 'answer', [id]);
        await insertJob(blog.db, { kind: 'announce', payload: {}, host: null, date_added: now });
      };
      const owner = await blog.db.selectFrom('profiles').select('user_id').executeTakeFirstOrThrow();
      const answer = async (parent_id: number, comment_text: string) => {
        const made = await insert({ source: 'local', user_id: owner.user_id, parent_id, comment_text });
        await changed(made.id);
        return made;
      };
      const remoteReply = await insert({ source: 'fediverse', origin_id: note, person: carol.id });
      const local = await insert({ source: 'local' });

      await answer(local.id, 'Only here.');
      const sent = await answer(remoteReply.id, 'Thank you <3\nsee https://example.org/x');
      await arrive('Create', 'Create');
      const object = `${blog.url}/fediverse/answers/${sent.id}`;
      const create = last();
      expect(create.object).toMatchObject({
        id: object,
        type: 'Note',
        inReplyTo: note,
        attributedTo: blog.actor,
        url: `${blog.url}/post/${post.post_title_web}?comment-id=${sent.id}#comment-${sent.id}`,
        cc: [`${blog.url}/fediverse/followers`, carol.id],
        tag: [{ type: 'Mention', href: carol.id, name: `@carol@${new URL(remote.url).host}` }],
      });
      expect(create.object.content).toContain('Thank you &lt;3<br>see <a href="https://example.org/x"');
      expect(JSON.stringify(received)).not.toContain('Only here');
      // Carol has no shared inbox and follows nothing.
      await expect.poll(() => remote.received.map(({ path }) => path), waits).toEqual(['/users/carol/inbox']);
      const stored = await blog.db
        .selectFrom('comments')
        .select('origin_id')
        .where('id', '=', sent.id)
        .execute();
      expect(stored).toEqual([{ origin_id: object }]);
      expect(await statusOf(object)).toBe(200);

      await blog.db
        .updateTable('comments')
        .set({ comment_text: 'Thanks!' })
        .where('id', '=', sent.id)
        .execute();
      await changed(sent.id);
      await arrive('Create', 'Create', 'Update');
      expect(last().object).toMatchObject({ id: object, inReplyTo: note });
      await blog.db.deleteFrom('comments').where('id', '=', sent.id).execute();
      await changed(sent.id);
      await arrive('Create', 'Create', 'Update', 'Delete');
      expect(last().object).toEqual({ id: object, type: 'Tombstone' });
      await expect
        .poll(() => remote.received.map(({ activity }) => activity.type), waits)
        .toEqual(['Create', 'Update', 'Delete']);
      expect(await statusOf(object)).toBe(410);
    },
  );

  test(
    'while a server refuses, everything waits for it in order, and arrives after a restart',
    limits,
    async () => {
      status = 503;
      const { id } = await publish();
      await expect.poll(() => remote.requests.filter((line) => line === 'POST /inbox').length, waits).toBe(1);
      await blog.admin.put(`/webapi/api/posts/${id}`, {
        post_title: 'Edited',
        post_content: '<p>By the sea.</p>',
      });
      const waiting = () => blog.db.selectFrom('outbox').select('key').execute();
      await expect.poll(async () => (await waiting()).length, waits).toBe(2);
      const { body } = await blog.admin.get<FediverseStatus>('/webapi/api/admin/fediverse');
      const { host } = new URL(remote.url);
      expect(body).toMatchObject({
        address: `@blog@${new URL(blog.url).host}`,
        followers: 2,
        waiting: 2,
        failing_hosts: [{ host, error: 'HTTP 503', waiting: 2, given_up: false }],
      });
      expect(body.recent_followers.map(({ handle }) => handle).sort()).toEqual([
        `@ann@${host}`,
        `@bob@${host}`,
      ]);
      // One probe instead of all of them.
      expect(remote.requests.filter((line) => line === 'POST /inbox')).toHaveLength(1);
      await blog.kill9();
      await blog.start();
      status = 202;
      await makeDue();
      await arrive('Create', 'Update');
      await settled();
      expect(await waiting()).toEqual([]);
      expect(types()).toEqual(['Create', 'Update']);
    },
  );

  test('switched off, nothing is sent; what waits is sent when it is switched on again', limits, async () => {
    status = 503;
    const { id } = await publish();
    await expect.poll(() => remote.requests.filter((line) => line === 'POST /inbox').length, waits).toBe(1);
    await blog.admin.put('/webapi/api/admin/site', { fediverse: 'off' });
    await makeDue();
    await settled();
    expect(remote.requests.filter((line) => line === 'POST /inbox')).toHaveLength(1);
    const off = await blog.admin.get<FediverseStatus>('/webapi/api/admin/fediverse');
    expect(off.body).toMatchObject({ address: null, followers: 0 });
    status = 202;
    await blog.admin.put('/webapi/api/admin/site', { fediverse: 'article' });
    await arrive('Create');
    expect(last().object.id).toBe(`${blog.url}/fediverse/posts/${id}`);
  });
});
