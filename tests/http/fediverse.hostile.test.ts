import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { onEachDatabase } from '../support/databases.ts';
import { floodInbox } from '../support/fediverse-flood.ts';
import {
  digestOf,
  type FediverseServer,
  fediverseServer,
  newKeys,
  publicKeyPem,
  type RemoteActor,
  type SendOptions,
} from '../support/fediverse-server.ts';
import { answerOf, type FediverseSite, fediverseSite, objectOf } from '../support/fediverse-site.ts';
import { ask } from '../support/raw-http.ts';

onEachDatabase('hostile activities of the fediverse', (kind) => {
  let site: FediverseSite;
  let remote: FediverseServer;
  let other: FediverseServer;
  let victim: RemoteActor;
  let mallory: RemoteActor;
  let post: Post;
  let object: string;

  beforeAll(async () => {
    [remote, other] = await Promise.all([fediverseServer(), fediverseServer()]);
    site = await fediverseSite(kind);
    post = await site.createPost({ post_title: 'Target' });
    object = objectOf(site, post);
    victim = await remote.actor('victim');
    mallory = await other.actor('mallory');
  });
  afterAll(async () => {
    await site.dispose();
    await Promise.all([remote.dispose(), other.dispose()]);
  });

  const state = async () => ({
    comments: await site.comments(),
    reactions: await site.reactions(),
    followers: await site.followers(),
  });
  /** Sends it, waits until it is processed, and checks that nothing changed. */
  const hasNoEffect = async (
    actor: RemoteActor,
    activity: unknown,
    expected: string | RegExp = '202',
    options: SendOptions = {},
  ) => {
    const before = await state();
    const answer = answerOf(await actor.send(site.inbox, activity, options));
    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatch(expected);
    await site.settled();
    expect(await state()).toEqual(before);
  };
  const accepted = async (actor: RemoteActor, activity: unknown) => {
    expect(answerOf(await actor.send(site.inbox, activity))).toBe('202');
    await site.settled();
  };
  const stranger = (name: string, fields = {}) => remote.actor(name, fields);

  describe('are refused before they are stored', () => {
    const change = (edit: (headers: Record<string, string>) => void): SendOptions => ({
      change: (headers) => {
        edit(headers);
        return undefined;
      },
    });
    const like = () => victim.activity('Like', object);

    test.each<[string, RegExp, () => SendOptions]>([
      ['no signature', /^401 Sign the request/, () => change((headers) => delete headers.signature)],
      ['no digest', /^401 The digest/, () => change((headers) => delete headers.digest)],
      ['a changed digest', /^401 The digest/, () => change((headers) => (headers.digest = digestOf('x')))],
      [
        'a changed body',
        /^401 The digest/,
        () => ({ change: (_, body) => body.replace('Like', 'Announce') }),
      ],
      [
        'an old signature',
        /^401 The signature is more/,
        () => ({ date: new Date(Date.now() - 61 * 60_000) }),
      ],
      ['a future one', /^401 The signature is more/, () => ({ date: new Date(Date.now() + 61 * 60_000) })],
      ['a key of another host', /^401 The key/, () => ({ keyId: mallory.keyId })],
      ['a type', /^415 /, () => change((headers) => (headers['content-type'] = 'application/json'))],
      [
        'a signature that does not cover the digest',
        /^401 The signature must cover/,
        () => change((headers) => (headers.signature = headers.signature?.replace(' digest', '') ?? '')),
      ],
    ])('%s', async (_, reason, options) => {
      await hasNoEffect(victim, like(), reason, options());
      expect(await site.stored()).toBe(0);
    });

    test.each<[string, RegExp, (activity: Record<string, unknown>) => unknown]>([
      ['no JSON', /^400 /, () => '{"id":'],
      ['a list', /^400 /, (activity) => [activity]],
      ['no id', /^400 /, ({ id: _, ...rest }) => rest],
      ['an id of another host', /^400 The id/, (activity) => ({ ...activity, id: `${other.url}/1` })],
      [
        'an actor of another host',
        /^400 The id/,
        (activity) => ({ ...activity, actor: `${other.url}/users/x` }),
      ],
      ['an actor that is no URL', /^400 /, (activity) => ({ ...activity, actor: 'javascript:alert(1)' })],
      ['credentials', /^400 /, (activity) => ({ ...activity, actor: 'http://a:b@127.0.0.1/users/x' })],
      ['a long id', /^400 /, (activity) => ({ ...activity, id: `${remote.url}/${'x'.repeat(3000)}` })],
      ['300 KB', /^413 /, (activity) => ({ ...activity, content: 'x'.repeat(300 * 1024) })],
    ])('%s', async (_, reason, edit) => {
      await hasNoEffect(victim, edit(like()), reason);
      expect(await site.stored()).toBe(0);
    });

    test('deletions of accounts that are not known here, without a request to their server', async () => {
      const requests = remote.requests.length;
      await hasNoEffect(victim, victim.activity('Delete', victim.id));
      await hasNoEffect(victim, victim.activity('Update', victim.document));
      expect(await site.stored()).toBe(0);
      expect(remote.requests).toHaveLength(requests);
    });
  });

  describe('have no effect: forged', () => {
    test('a wrong key', async () => {
      await hasNoEffect(victim, victim.activity('Like', object), '202', { keys: await newKeys() });
      expect(remote.requests).toContain('GET /users/victim');
    });

    test('a changed body with the digest of it', async () => {
      await hasNoEffect(victim, victim.activity('Announce', `${object}-else`), '202', {
        change: (headers, body) => {
          const changed = body.replace(`${object}-else`, object);
          headers['content-length'] = String(changed.length);
          headers.digest = digestOf(changed);
          return changed;
        },
      });
    });

    test('a key that names itself the key of another actor', async () => {
      const shared = await stranger('shared');
      const keys = await newKeys();
      const keyId = `${remote.url}/upload/key`;
      const publicKeyPemOfMallory = await publicKeyPem(keys);
      remote.documents.set('/upload/key', {
        '@context': 'https://w3id.org/security/v1',
        id: keyId,
        type: 'CryptographicKey',
        owner: shared.id,
        publicKeyPem: publicKeyPemOfMallory,
      });
      await hasNoEffect(shared, shared.activity('Like', object), '202', { keyId, keys });
    });

    test('a key whose owner is another', async () => {
      const odd = await stranger('odd');
      odd.document.publicKey = { ...(odd.document.publicKey as object), owner: victim.id };
      await hasNoEffect(odd, odd.activity('Like', object));
    });

    test('a document with another id, another type, or no actor in it', async () => {
      const imposter = await stranger('imposter', { id: victim.id });
      await hasNoEffect(imposter, imposter.activity('Like', object));
      const upload = await stranger('upload');
      remote.routes.set('/users/upload', (_, response) =>
        response.setHeader('content-type', 'text/plain').end(JSON.stringify(upload.document)),
      );
      await hasNoEffect(upload, upload.activity('Like', object));
      const note = await stranger('note', { type: 'Note' });
      await hasNoEffect(note, note.activity('Like', object));
    });

    test('a signature inside of the activity instead of a valid one of the request', async () => {
      const signature = {
        type: 'RsaSignature2017',
        creator: victim.keyId,
        created: new Date().toISOString(),
        signatureValue: Buffer.from('x').toString('base64'),
      };
      const forged = { ...victim.activity('Like', object), signature, proof: signature };
      await hasNoEffect(victim, forged, '202', { keys: await newKeys() });
    });

    test('control: the same activity with the right key has one', async () => {
      await accepted(victim, victim.activity('Like', object));
      expect(await site.reactions()).toContainEqual({ kind: 'like', author_name: 'victim' });
    });
  });

  test('a repeated request has no effect, also after it was undone', async () => {
    const rita = await stranger('rita');
    const like = rita.activity('Like', object);
    let sent: { headers: Record<string, string>; body: string } | undefined;
    const record: SendOptions = {
      change: (headers, body) => {
        sent = { headers: { ...headers }, body };
        return undefined;
      },
    };
    expect((await rita.send(site.inbox, like, record)).status).toBe(202);
    await site.settled();
    await accepted(rita, rita.activity('Undo', like));
    const before = await state();
    for (let count = 0; count < 3; count++)
      expect((await ask(site.inbox, { method: 'POST', ...sent })).status).toBe(202);
    expect(await site.stored()).toBe(0);
    expect(await state()).toEqual(before);
  });

  describe('have no effect: of another person', () => {
    test('a Create with an object of another person or host', async () => {
      const note = victim.note({ inReplyTo: object });
      const own = (await stranger('creator')) as RemoteActor;
      await hasNoEffect(own, own.activity('Create', note));
      await hasNoEffect(own, own.activity('Create', { ...note, attributedTo: [own.id, victim.id] }));
      await hasNoEffect(own, own.activity('Create', note.id));
      await hasNoEffect(mallory, mallory.activity('Create', { ...note, attributedTo: mallory.id }));
      await hasNoEffect(mallory, mallory.activity('Create', note.id));
    });

    test('Update, Delete and Undo by strangers, of the same host and of another', async () => {
      const note = victim.note({ inReplyTo: object, content: '<p>Mine</p>' });
      await accepted(victim, victim.activity('Create', note));
      await accepted(victim, victim.activity('Follow', site.actor));
      const like = victim.activity('Like', object);
      const neighbor = await stranger('neighbor');
      // Known here, so that nothing is dropped for that reason.
      for (const actor of [neighbor, mallory]) await accepted(actor, actor.activity('Like', object));
      for (const actor of [neighbor, mallory]) {
        const changed = { ...note, content: '<p>Changed</p>' };
        await hasNoEffect(actor, actor.activity('Update', changed));
        await hasNoEffect(actor, actor.activity('Update', { ...changed, attributedTo: actor.id }));
        await hasNoEffect(actor, actor.activity('Delete', note.id));
        await hasNoEffect(actor, actor.activity('Delete', victim.id));
        await hasNoEffect(actor, actor.activity('Undo', like));
        await hasNoEffect(actor, actor.activity('Undo', like.id));
        await hasNoEffect(actor, actor.activity('Undo', victim.activity('Follow', site.actor)));
      }
      // Control: of the person themselves.
      await accepted(victim, victim.activity('Delete', note.id));
      expect((await site.comments()).map(({ origin_id }) => origin_id)).not.toContain(note.id);
    });
  });

  describe('cost little', () => {
    test('an object of 10 MB, an endless one and a slow one', async () => {
      const large = await stranger('large');
      remote.documents.set('/large', {
        ...large.note({ inReplyTo: object }),
        id: `${remote.url}/large`,
        content: 'x'.repeat(10_000_000),
      });
      await hasNoEffect(large, large.activity('Create', `${remote.url}/large`));
      let sent = 0;
      remote.routes.set('/endless', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/activity+json' });
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536))) sent += 65_536;
        };
        response.on('drain', more);
        more();
      });
      await hasNoEffect(large, large.activity('Create', `${remote.url}/endless`));
      expect(sent).toBeLessThan(20_000_000);
    });

    test('contexts of JSON-LD are not loaded, whether many, large, remote or recursive', async () => {
      const bomber = await stranger('bomber');
      const contexts = Array.from({ length: 500 }, (_, index) => `${other.url}/contexts/${index}`);
      const nested = (depth: number): unknown =>
        depth === 0 ? {} : { '@context': { a: { '@id': 'a', '@context': nested(depth - 1) } } };
      const requests = other.requests.length;
      for (const context of [contexts, nested(200), { '@import': `${other.url}/contexts/x` }])
        await accepted(bomber, { ...bomber.activity('Like', object), '@context': context });
      expect(other.requests).toHaveLength(requests);
      expect(await site.reactions()).toContainEqual({ kind: 'like', author_name: 'bomber' });
    });

    test('200 levels, and as many as fit', async () => {
      const deep = await stranger('deep');
      const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`;
      const activity = JSON.stringify({ ...deep.activity('Create', null), object: 'LEVELS' });
      for (const count of [200, 100_000])
        await hasNoEffect(deep, activity.replace('"LEVELS"', levels(count)));
    });

    test('markup in names and texts stays text', async () => {
      const name = '<script>alert("name")</script>';
      const marker = await stranger('marker', { name, url: 'javascript:alert(1)' });
      const content = '<p>Fine <img src=x onerror=alert(1)><a href="javascript:alert(1)">link</a></p>';
      const note = marker.note({ inReplyTo: object, content, url: 'javascript:alert(1)' });
      await accepted(marker, marker.activity('Create', note));
      const stored = (await site.comments()).find(({ origin_id }) => origin_id === note.id);
      expect(stored).toMatchObject({
        user_name: name.slice(0, 50),
        author_url: marker.id,
        origin_url: note.id,
      });
      expect(stored?.comment_text).toBe('Fine link');
      await site.admin.put(`/webapi/api/posts/comment/approve/${stored?.id}`, { state: true });
      const page = await site.visitor().get(`/post/${post.post_title_web}`);
      expect(page.text).toContain('Fine link');
      expect(page.text).not.toContain('<script>alert(');
      expect(page.text).not.toContain('javascript:');
    });
  });

  // The group `hostile` sends 5,000.
  test('a flood of forged activities has no effect, causes few requests, and pages are served meanwhile', async () => {
    const before = await state();
    await floodInbox(site, object, `/post/${post.post_title_web}`, 300);
    expect(await state()).toEqual(before);
  });
});

onEachDatabase('private addresses', (kind) => {
  /** One like, from a server on loopback, to a site with these settings. */
  async function likeAt(env: Record<string, string>) {
    const remote = await fediverseServer();
    const inner = await fediverseServer();
    const site = await fediverseSite(kind, env);
    try {
      const post = await site.createPost();
      const actor = await remote.actor('private');
      await actor.send(site.inbox, actor.activity('Like', objectOf(site, post)));
      const moved = await remote.actor('moved');
      remote.routes.set('/users/moved', (_, response) =>
        response.writeHead(302, { location: `${inner.url.replace('127.0.0.1', '127.0.0.2')}/secret` }).end(),
      );
      await moved.send(site.inbox, moved.activity('Like', objectOf(site, post)));
      await site.settled();
      return { requests: remote.requests, inner: inner.requests, reactions: await site.reactions() };
    } finally {
      await site.dispose();
      await Promise.all([remote.dispose(), inner.dispose()]);
    }
  }

  test('get no request, and what comes from them has no effect', async () => {
    // What the owner allows for configured servers is not open to strangers.
    for (const env of [{}, { OUTGOING_ALLOW: '127.0.0.0/8' }] as Record<string, string>[])
      expect(await likeAt(env)).toEqual({ requests: [], inner: [], reactions: [] });
  });

  test('control: with the address allowed there is a request; a redirect to another one is not followed', async () => {
    const { requests, inner, reactions } = await likeAt({ OUTGOING_STRANGERS: '127.0.0.1' });
    expect(requests).toEqual(['GET /users/private', 'GET /users/moved']);
    expect(inner).toEqual([]);
    expect(reactions).toHaveLength(1);
  });
});
