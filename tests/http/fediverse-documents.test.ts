import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { addFollower, putActor } from '../../src/features/fediverse/store/fediverse.ts';
import { onEachDatabase } from '../support/databases.ts';
import { FederatedBlog } from '../support/federated-blog.ts';
import { ask } from '../support/raw-http.ts';

type Json = { [name: string]: unknown };

const activityJson = 'application/activity+json';
const mastodon =
  'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams", text/html;q=0.1';
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

onEachDatabase('the blog in the fediverse', (kind) => {
  let blog: FederatedBlog;
  let post: Post;
  let page: string;

  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(new URL(path, blog.url), { headers, method, redirect: 'manual' });
    const text = await response.text();
    const body = text.startsWith('{') ? (JSON.parse(text) as Json) : {};
    return { status: response.status, headers: response.headers, text, body };
  };

  beforeAll(async () => {
    blog = await FederatedBlog.create(kind, {
      settings: { site_name: 'A & B', site_description: 'About <us>' },
    });
    for (const { id } of (await blog.admin.get<Post[]>('/webapi/api/admin/posts')).body)
      await blog.admin.delete(`/webapi/api/posts/${id}`);
    for (const title of ['Erster', 'Über das Meer & mehr']) {
      const made = await blog.admin.post<Post>('/webapi/api/posts', {
        post_title: title,
        post_content: '<p>Some <em>text</em> with a <a href="/about">link</a>.</p>',
        active: true,
      });
      post = made.body;
    }
    await blog.admin.post(`/webapi/api/tag/${post.id}/water`);
    page = `/post/${post.post_title_web}`;
  });
  afterAll(() => blog.dispose());

  test('WebFinger finds it by its address in all spellings, by its URL and by that of the actor', async () => {
    const { host } = new URL(blog.url);
    const resources = [
      `acct:blog@${host}`,
      `acct:BLOG@${host}`,
      `ACCT:blog@${host}`,
      `acct:@blog@${host}`,
      `blog@${host}`,
      blog.url,
      `${blog.url}/`,
      blog.actor,
    ];
    for (const resource of resources) {
      const { status, headers, body } = await get(
        `/.well-known/webfinger?resource=${encodeURIComponent(resource)}`,
      );
      expect(status, resource).toBe(200);
      expect(headers.get('content-type')).toBe('application/jrd+json; charset=utf-8');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(body).toMatchObject({ subject: `acct:blog@${host}`, aliases: [`${blog.url}/`, blog.actor] });
      expect(body.links).toContainEqual({ rel: 'self', type: activityJson, href: blog.actor });
    }
    const self = await get(`/.well-known/webfinger?resource=acct:blog@${host}&rel=self`);
    expect(self.body.links).toHaveLength(1);
    for (const other of [`acct:admin@${host}`, 'acct:blog@example.org', 'acct:', `${blog.url}/post/1`, 'x'])
      expect((await get(`/.well-known/webfinger?resource=${encodeURIComponent(other)}`)).status, other).toBe(
        404,
      );
    expect((await get('/.well-known/webfinger')).status).toBe(400);
  });

  test('NodeInfo names software and protocol', async () => {
    const { body } = await get('/.well-known/nodeinfo');
    const [link, older] = body.links as { rel: string; href: string }[];
    expect((await get(older?.href ?? '')).body.version).toBe('2.0');
    expect(link?.rel).toBe('http://nodeinfo.diaspora.software/ns/schema/2.1');
    const info = await get(link?.href ?? '');
    expect(info.headers.get('content-type')).toContain(
      'profile="http://nodeinfo.diaspora.software/ns/schema/2.1#"',
    );
    expect(info.body).toMatchObject({
      version: '2.1',
      software: { name: 'not-terrible' },
      protocols: ['activitypub'],
      openRegistrations: false,
      usage: { users: { total: 1 }, localPosts: 2 },
    });
  });

  test('the actor has what Mastodon reads', async () => {
    const { status, headers, body } = await get('/fediverse/actor', { accept: activityJson });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/activity+json; charset=utf-8');
    expect(body).toMatchObject({
      id: blog.actor,
      type: 'Person',
      preferredUsername: 'blog',
      name: 'A & B',
      summary: '<p>About &lt;us&gt;</p>',
      url: `${blog.url}/`,
      inbox: `${blog.url}/fediverse/inbox`,
      outbox: `${blog.url}/fediverse/outbox`,
      followers: `${blog.url}/fediverse/followers`,
      endpoints: { sharedInbox: `${blog.url}/fediverse/inbox` },
      manuallyApprovesFollowers: false,
      discoverable: true,
      publicKey: { id: `${blog.actor}#main-key`, owner: blog.actor },
      icon: { type: 'Image', url: `${blog.url}/icon-512.png` },
    });
    const { publicKeyPem } = body.publicKey as { publicKeyPem: string };
    expect(publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    const [multikey] = body.assertionMethod as { publicKeyMultibase: string }[];
    expect(multikey?.publicKeyMultibase).toMatch(/^z6Mk/);
    const again = await get('/fediverse/actor');
    expect(again.body.publicKey, 'keys are made once').toEqual(body.publicKey);
    // Neither part of a private key is anywhere.
    const keys = await blog.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'key:fediverse')
      .execute();
    const { rsa, ed25519 } = JSON.parse(keys[0]?.value ?? '{}') as Record<string, { d: string }>;
    for (const secret of [rsa?.d, ed25519?.d]) {
      expect(secret).toBeTruthy();
      expect(again.text).not.toContain(secret);
      expect(blog.output()).not.toContain(secret);
    }
  });

  test('documents revalidate, answer HEAD, and take no other method', async () => {
    for (const path of ['/fediverse/actor', '/fediverse/outbox', `/fediverse/posts/${post.id}`]) {
      const { headers } = await get(path);
      const etag = headers.get('etag') ?? '';
      expect(etag, path).not.toBe('');
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
      const head = await get(path, {}, 'HEAD');
      expect([head.status, head.text]).toEqual([200, '']);
      expect((await get(path, {}, 'DELETE')).status).toBe(405);
    }
  });

  test('a post is an article with title, summary and link, or a note with its text', async () => {
    const { body } = await get(`/fediverse/posts/${post.id}`);
    const url = `${blog.url}${page}`;
    expect(body).toMatchObject({
      id: `${blog.url}/fediverse/posts/${post.id}`,
      type: 'Article',
      attributedTo: blog.actor,
      name: 'Über das Meer & mehr',
      summary: 'Some text with a link.',
      url,
      to: ['https://www.w3.org/ns/activitystreams#Public'],
      cc: [`${blog.url}/fediverse/followers`],
      tag: [{ type: 'Hashtag', href: `${blog.url}/tag/water`, name: '#water' }],
      sensitive: false,
      replies: `${blog.url}/fediverse/posts/${post.id}/replies`,
    });
    expect(body.content).toContain(`href="${url}"`);
    expect(body.content).not.toContain('Some text');
    expect(body.contentMap).toEqual({ en: body.content });
    expect(Date.parse(String(body.published))).not.toBeNaN();
    expect((await get(String(body.replies))).body).toMatchObject({ type: 'Collection', items: [] });

    await blog.admin.put('/webapi/api/admin/site', { fediverse: 'note' });
    const note = (await get(`/fediverse/posts/${post.id}`)).body;
    expect(note).toMatchObject({ type: 'Note', url });
    expect(note.name).toBeUndefined();
    expect(note.content).toContain(`Some <em>text</em> with a <a href="${blog.url}/about"`);
    expect(note.content).toContain('Über das Meer &amp; mehr');
    await blog.admin.put('/webapi/api/admin/site', { fediverse: 'article' });
    expect((await get(`/fediverse/posts/${post.id}`)).body.type).toBe('Article');
  });

  test('the outbox has public posts only, newest first, in pages', async () => {
    const draft = await blog.admin.post<Post>('/webapi/api/posts', {
      post_title: 'Draft',
      post_content: '<p>Not yet.</p>',
      active: false,
    });
    const { body } = await get('/fediverse/outbox');
    expect(body).toMatchObject({ type: 'OrderedCollection', totalItems: 2 });
    const first = await get(String(body.first));
    const items = first.body.orderedItems as { type: string; actor: string; object: Json }[];
    expect(items.map(({ type, actor, object }) => [type, actor, object.name])).toEqual([
      ['Create', blog.actor, 'Über das Meer & mehr'],
      ['Create', blog.actor, 'Erster'],
    ]);
    for (const page of ['2', '0', 'x', '-1', '1e3', '999999999'])
      expect((await get(`/fediverse/outbox?page=${page}`)).status, page).toBe(404);
    // A draft exists for others no more than an unknown post.
    for (const path of [draft.body.id, 99_999, `${post.id}/1`, `${post.id}/2`, `0${post.id}`])
      expect((await get(`/fediverse/posts/${path}`)).status, String(path)).toBe(404);
  });

  test('followers are counted, not named', async () => {
    const id = 'https://example.org/users/ann';
    const now = new Date().toISOString();
    const actor = {
      actor: id,
      inbox: `${id}/inbox`,
      shared_inbox: null,
      handle: '@ann@example.org',
      name: 'Ann',
      url: id,
    };
    await putActor(blog.db, actor, now);
    await addFollower(blog.db, id, `${id}#1`, now);
    const { body, text } = await get('/fediverse/followers');
    expect(body).toMatchObject({ type: 'OrderedCollection', totalItems: 1 });
    expect(text).not.toContain('ann');
    expect((await get('/fediverse/following')).body).toMatchObject({ totalItems: 0, orderedItems: [] });
    await blog.db.deleteFrom('fediverse_actors').execute();
  });

  test('a page asked for as an activity redirects to its object, and pages stay pages', async () => {
    const objects = { [page]: `/fediverse/posts/${post.id}`, '/': '/fediverse/actor' };
    for (const [path, object] of Object.entries(objects)) {
      // Twice each, in either order, so that the cached page meets the other kind of client.
      for (const accept of [browser, mastodon, activityJson, browser, mastodon]) {
        const { status, headers, text } = await get(path, { accept });
        expect(headers.get('vary'), `${path} ${accept}`).toMatch(/\baccept\b(?!-)/);
        if (accept === browser) {
          expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
          expect(text).toContain('<!doctype html>');
        } else {
          expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
            302,
            object,
            'no-store',
          ]);
        }
      }
    }
    const profiled = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"';
    expect((await get(page, { accept: profiled })).status).toBe(302);
    for (const accept of [
      'application/json',
      'application/ld+json',
      '*/*',
      'text/html, application/activity+json;q=0.5',
    ])
      expect((await get(page, { accept })).status, accept).toBe(200);
    expect((await get('/post/unknown', { accept: activityJson })).status).toBe(404);
    const head = await get(page, { accept: activityJson }, 'HEAD');
    expect([head.status, head.headers.get('location')]).toEqual([302, `/fediverse/posts/${post.id}`]);
  });

  test('documents follow changes of posts and of the site at once', async () => {
    await get('/fediverse/outbox?page=1');
    await get(`/fediverse/posts/${post.id}`);
    await blog.admin.put(`/webapi/api/posts/${post.id}`, {
      post_title: 'Another title',
      post_content: '<p>Changed.</p>',
    });
    const { body } = await get(`/fediverse/posts/${post.id}`);
    expect(body).toMatchObject({ name: 'Another title', summary: 'Changed.' });
    expect(Date.parse(String(body.updated))).toBeGreaterThanOrEqual(Date.parse(String(body.published)));
    expect((await get('/fediverse/outbox?page=1')).text).toContain('Another title');
    await blog.admin.put('/webapi/api/admin/site', { site_name: 'Renamed', fediverse_name: 'New_Name' });
    expect((await get('/fediverse/actor')).body).toMatchObject({
      name: 'Renamed',
      preferredUsername: 'New_Name',
    });
    const { host } = new URL(blog.url);
    expect((await get(`/.well-known/webfinger?resource=acct:new_name@${host}`)).status).toBe(200);
    expect((await get(`/.well-known/webfinger?resource=acct:blog@${host}`)).status).toBe(404);
  });

  test('paths of other spellings and with odd characters are not found', async () => {
    for (const path of [
      '/fediverse/nothing',
      '/fediverse/posts/',
      '/fediverse/posts/1e2',
      '/fediverse/posts/%31x',
    ])
      expect((await ask(blog.url + path, { method: 'GET', headers: {} })).status, path).not.toBe(200);
  });

  test('switched off, nothing of it is there', async () => {
    await blog.admin.put('/webapi/api/admin/site', { fediverse: 'off' });
    const { host } = new URL(blog.url);
    for (const path of [
      '/fediverse/actor',
      '/fediverse/outbox',
      '/fediverse/followers',
      `/fediverse/posts/${post.id}`,
      '/.well-known/nodeinfo',
      '/nodeinfo/2.1',
      '/nodeinfo/2.0',
      '/.well-known/host-meta',
      '/.well-known/webfinger',
      `/.well-known/webfinger?resource=acct:new_name@${host}`,
    ])
      expect((await get(path)).status, path).toBe(404);
    for (const path of ['/', page]) {
      const { status, headers } = await get(path, { accept: mastodon });
      expect([status, headers.get('content-type')], path).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('vary'), path).not.toMatch(/\baccept\b(?!-)/);
    }
  });
});
