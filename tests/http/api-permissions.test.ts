import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comment } from '../../src/contract/comments.ts';
import type { Image } from '../../src/contract/images.ts';
import type { Session } from '../../src/contract/owner.ts';
import { table } from '../../src/http/api/table.ts';
import { writeSetting } from '../../src/store/settings.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { Authenticator } from '../support/authenticator.ts';
import { type DatabaseKind, onEachDatabase } from '../support/databases.ts';
import { adminPassword } from '../support/server.ts';

type Request = { path: string; body?: unknown };
type Row = { who: 'all' | 'admin'; status: number; prepare(site: ApiSite): Request | Promise<Request> };

const open = (status: number, prepare: Row['prepare']): Row => ({ who: 'all', status, prepare });
const closed = (status: number, prepare: Row['prepare']): Row => ({ who: 'admin', status, prepare });
const at =
  (path: string, body?: unknown): Row['prepare'] =>
  () => ({ path, body });
const onPost =
  (path: (id: number) => string, body?: unknown): Row['prepare'] =>
  async (site) => ({ path: path((await site.createPost()).id), body });

let names = 0;
const newName = () => `name${++names}`;
const newCategory = async ({ admin }: ApiSite) =>
  (await admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path: newName() })).body.id;
const newComment = async (site: ApiSite) => {
  const { id } = await site.createPost();
  const path = `/webapi/api/posts/comment/${id}`;
  return (await site.admin.post<Comment>(path, { comment_text: 'A comment' })).body.id;
};
const newUser = async ({ admin }: ApiSite) =>
  (
    await admin.post<{ id: number }>('/webapi/api/admin/users', {
      username: newName(),
      password: 'long enough for it',
    })
  ).body.id;
const png = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c8102e' } })
  .png()
  .toBuffer();
const upload = async (site: ApiSite, field: string) => {
  const form = new FormData();
  form.set('post_id', String((await site.createPost()).id));
  form.set(field, new Blob([new Uint8Array(await png)]), 'image.png');
  return form;
};
const newImage = async (site: ApiSite) => {
  const { body } = await site.admin.post<Image[]>('/webapi/api/image', await upload(site, 'cover'));
  return body[0] as Image;
};
const deletedImage = async (site: ApiSite) => {
  const { id, post_id } = await newImage(site);
  await site.admin.delete(`/webapi/api/assoc/postimage/${post_id}/${id}`);
  return id;
};
const uploadTo = (path: string, field: string) =>
  closed(201, async (site) => ({ path, body: await upload(site, field) }));
const tagged = async (site: ApiSite) => {
  const { id } = await site.createPost();
  return (await site.admin.post<{ id: number }>(`/webapi/api/tag/${id}/${newName()}`)).body.id;
};

const newRevision = async (site: ApiSite) => {
  const { id } = await site.createPost();
  await site.admin.put(`/webapi/api/posts/${id}`, { post_title: newName() });
  const { body } = await site.admin.get<{ id: number }[]>(`/webapi/api/admin/posts/${id}/revisions`);
  return `/api/admin/posts/${id}/revisions/${body[0]?.id}`;
};
const newPreview = async (site: ApiSite) => {
  const post = (await site.createPost()).id;
  const path = `/webapi/api/admin/posts/${post}/previews`;
  return { post, ...(await site.admin.post<{ id: number; url: string }>(path, {})).body };
};

const passkeyRegistration = async (site: ApiSite) => {
  const options = await site.admin.post<Parameters<Authenticator['create']>[0]>(
    '/webapi/api/admin/passkeys/new/options',
  );
  return { name: newName(), passkey: new Authenticator(site.blog.siteUrl()).create(options.body) };
};
const newPasskey = async (site: ApiSite) =>
  (await site.admin.post<{ id: number }>('/webapi/api/admin/passkeys', await passkeyRegistration(site))).body
    .id;
const unknownPasskey = (site: ApiSite) =>
  new Authenticator(site.blog.siteUrl()).get({ challenge: 'unasked', rpId: 'localhost' });

/** Access to each route. It repeats the route table on purpose, so that a mistake there fails a test. */
const rows: Record<string, Row> = {
  'GET /tasks/:id': open(200, at('/tasks/1')),
  'PUT /tasks/:id': closed(200, at('/tasks/1', { title: 'New', message: 'Here', active: true })),
  'GET /api/site': open(200, at('/api/site')),
  'GET /api/admin/site': closed(200, at('/api/admin/site')),
  'PUT /api/admin/site': closed(200, at('/api/admin/site', { site_name: 'Changed' })),
  'GET /api/admin/menu': closed(200, at('/api/admin/menu')),
  'PUT /api/admin/menu': closed(200, async ({ admin }) => {
    const { version } = (await admin.get<{ version: number }>('/webapi/api/admin/menu')).body;
    return { path: '/api/admin/menu', body: { version, header: [], footer: [] } };
  }),
  'GET /api/admin/custom-css': closed(200, at('/api/admin/custom-css')),
  'PUT /api/admin/custom-css': closed(200, at('/api/admin/custom-css', { source: 'a{color:red}' })),
  'POST /api/admin/custom-css/check': closed(200, at('/api/admin/custom-css/check', { source: '' })),
  'GET /api/admin/site/images': closed(200, at('/api/admin/site/images')),
  'POST /api/admin/site/images/:name': closed(200, async (site) => ({
    path: '/api/admin/site/images/logo',
    body: await upload(site, 'image'),
  })),
  'DELETE /api/admin/site/images/:name': closed(200, at('/api/admin/site/images/logo')),
  'GET /api/admin/first-run': closed(200, at('/api/admin/first-run')),
  'POST /api/admin/first-run': closed(200, async ({ blog }) => {
    await writeSetting(blog.db, 'first_run', 'open');
    return { path: '/api/admin/first-run', body: {} };
  }),
  'GET /api/admin/overview': closed(200, at('/api/admin/overview')),

  'GET /api/admin/backups': closed(200, at('/api/admin/backups')),
  'POST /api/admin/backups': closed(201, at('/api/admin/backups', {})),
  'GET /api/admin/backups/:id': closed(200, async ({ admin }) => ({
    path: `/api/admin/backups/${(await admin.post<{ id: string }>('/webapi/api/admin/backups', {})).body.id}`,
  })),

  'POST /api/admin/auth': open(401, at('/api/admin/auth', { username: 'nobody', password: 'wrong' })),
  'GET /api/admin/auth': open(200, at('/api/admin/auth')),
  'DELETE /api/admin/auth': open(200, at('/api/admin/auth')),
  'GET /api/admin/profiles': closed(200, at('/api/admin/profiles')),
  'GET /api/admin/profile': closed(200, at('/api/admin/profile')),
  'PUT /api/admin/profile': closed(200, () => ({ path: '/api/admin/profile', body: { bio: '' } })),
  'GET /api/admin/users/:id/profile': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}/profile`,
  })),
  'PUT /api/admin/users/:id/profile': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}/profile`,
    body: { bio: '' },
  })),
  'POST /api/admin/users/:id/profile/photo': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}/profile/photo`,
    body: await upload(site, 'image'),
  })),
  'DELETE /api/admin/users/:id/profile/photo': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}/profile/photo`,
  })),
  'GET /api/admin/users': closed(200, at('/api/admin/users')),
  'POST /api/admin/users': closed(201, () => ({
    path: '/api/admin/users',
    body: { username: newName(), password: 'long enough for it' },
  })),
  'PUT /api/admin/users/:id': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}`,
    body: { password: 'another long password' },
  })),
  'DELETE /api/admin/users/:id': closed(200, async (site) => ({
    path: `/api/admin/users/${await newUser(site)}`,
  })),

  'GET /api/admin/sessions': closed(200, at('/api/admin/sessions')),
  'DELETE /api/admin/sessions/:id': closed(200, async (site) => {
    await site.signIn();
    const { body } = await site.admin.get<Session[]>('/webapi/api/admin/sessions');
    return { path: `/api/admin/sessions/${body.find(({ current }) => !current)?.id}` };
  }),

  'DELETE /api/admin/sessions': closed(200, at('/api/admin/sessions')),

  'POST /api/admin/auth/passkey/options': open(200, at('/api/admin/auth/passkey/options')),
  'POST /api/admin/auth/passkey': open(401, (site) => ({
    path: '/api/admin/auth/passkey',
    body: { passkey: unknownPasskey(site) },
  })),
  'POST /api/admin/auth/recovery-code': open(401, at('/api/admin/auth/recovery-code', { code: 'unknown' })),
  'GET /api/admin/confirm': closed(200, at('/api/admin/confirm')),
  'POST /api/admin/confirm/options': closed(200, at('/api/admin/confirm/options')),
  'POST /api/admin/confirm': closed(200, at('/api/admin/confirm', { password: adminPassword })),
  'GET /api/admin/ways-in': closed(200, at('/api/admin/ways-in')),
  'POST /api/admin/passkeys/new/options': closed(200, at('/api/admin/passkeys/new/options')),
  'POST /api/admin/passkeys': closed(201, async (site) => ({
    path: '/api/admin/passkeys',
    body: await passkeyRegistration(site),
  })),
  'DELETE /api/admin/passkeys/:id': closed(200, async (site) => ({
    path: `/api/admin/passkeys/${await newPasskey(site)}`,
  })),
  'PUT /api/admin/second-factor': closed(200, at('/api/admin/second-factor', { on: false })),
  'POST /api/admin/recovery-codes': closed(200, at('/api/admin/recovery-codes')),

  'GET /api/admin/activity': closed(200, at('/api/admin/activity')),

  'GET /api/posts/comment/all/:postId': closed(
    200,
    onPost((id) => `/api/posts/comment/all/${id}`),
  ),
  'GET /api/posts/comment/approve/:postId': open(
    200,
    onPost((id) => `/api/posts/comment/approve/${id}`),
  ),
  'PUT /api/posts/comment/approve/:commentId': closed(200, async (site) => ({
    path: `/api/posts/comment/approve/${await newComment(site)}`,
    body: { state: false },
  })),
  'POST /api/posts/comment/:postId': open(
    201,
    onPost((id) => `/api/posts/comment/${id}`, { comment_text: 'Hello there' }),
  ),
  'DELETE /api/posts/comment/:commentId': closed(200, async (site) => ({
    path: `/api/posts/comment/${await newComment(site)}`,
  })),
  'GET /api/admin/comments': closed(200, at('/api/admin/comments')),

  'PUT /api/admin/comments': closed(200, async (site) => ({
    path: '/api/admin/comments',
    body: { ids: [await newComment(site)], state: false },
  })),
  'DELETE /api/admin/comments': closed(200, async (site) => ({
    path: `/api/admin/comments?ids=${await newComment(site)}`,
  })),

  'POST /image': uploadTo('/image', 'image'),
  'POST /image2': uploadTo('/image2', 'cover'),
  'POST /api/image': uploadTo('/api/image', 'cover'),
  // The server does not fetch from itself: its address is private.
  'POST /api/admin/image/fetch': closed(422, async (site) => ({
    path: '/api/admin/image/fetch',
    body: { post_id: (await site.createPost()).id, url: 'http://127.0.0.1/image.png' },
  })),
  'POST /api/admin/media': closed(201, () => {
    const body = new FormData();
    body.append('media', new Blob(['fLaC']), 'a.flac');
    return { path: '/api/admin/media', body };
  }),
  'GET /api/admin/media': closed(200, at('/api/admin/media')),
  'GET /api/admin/media/:id/uses': closed(404, at('/api/admin/media/999999/uses')),
  'DELETE /api/admin/media/:id': closed(404, at('/api/admin/media/999999')),
  'GET /api/admin/imports/uploads': closed(200, at('/api/admin/imports/uploads')),
  'POST /api/admin/imports/uploads': closed(201, () => ({
    path: '/api/admin/imports/uploads',
    body: { name: newName(), size: 1, last_modified: 1 },
  })),
  'GET /api/admin/imports/uploads/:id': closed(404, at('/api/admin/imports/uploads/unknown')),
  'PUT /api/admin/imports/uploads/:id': closed(415, at('/api/admin/imports/uploads/unknown?offset=0', {})),
  'POST /api/admin/imports/uploads/:id/finish': closed(
    404,
    at('/api/admin/imports/uploads/unknown/finish', {}),
  ),
  'DELETE /api/admin/imports/uploads/:id': closed(404, at('/api/admin/imports/uploads/unknown')),
  'POST /api/admin/embeds': closed(503, at('/api/admin/embeds', { url: 'http://127.0.0.1/' })),
  'GET /api/image': closed(200, at('/api/image')),
  'GET /api/image/:imageId/uses': closed(200, async (site) => ({
    path: `/api/image/${(await newImage(site)).id}/uses`,
  })),
  'DELETE /api/assoc/postimage/:postId/:imageId': closed(200, async (site) => {
    const { id, post_id } = await newImage(site);
    return { path: `/api/assoc/postimage/${post_id}/${id}` };
  }),
  'PUT /api/image/:imageId': closed(200, async (site) => ({
    path: `/api/image/${(await newImage(site)).id}`,
    body: { alt: 'A ship' },
  })),
  'POST /api/admin/posts/bulk': closed(200, async (site) => ({
    path: '/api/admin/posts/bulk',
    body: { ids: [(await site.createPost()).id], action: 'deactivate' },
  })),
  'GET /api/admin/imports': closed(200, at('/api/admin/imports')),
  'POST /api/admin/imports': closed(404, at('/api/admin/imports', { upload: 'unknown', dry_run: true })),
  'GET /api/admin/imports/:id': closed(404, at('/api/admin/imports/999999')),
  'GET /api/admin/imports/:id/items': closed(404, at('/api/admin/imports/999999/items')),
  'POST /api/admin/imports/:id/start': closed(404, at('/api/admin/imports/999999/start')),
  'POST /api/admin/imports/:id/cancel': closed(404, at('/api/admin/imports/999999/cancel')),
  'POST /api/admin/imports/:id/undo': closed(404, at('/api/admin/imports/999999/undo')),
  'GET /api/admin/imports/:id/images': closed(200, async (site) => {
    const { id } = await site.blog.db
      .insertInto('imports')
      .values({ name: 'x', path: 'x', host: 'x', dry_run: 1, date_added: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { path: `/api/admin/imports/${id}/images` };
  }),
  'GET /api/admin/redirects': closed(200, at('/api/admin/redirects')),
  'POST /api/admin/redirects': closed(201, async () => ({
    path: '/api/admin/redirects',
    body: { from: `/old/${randomUUID()}`, to: '/archive' },
  })),
  'DELETE /api/admin/redirects/import/:importId': closed(200, at('/api/admin/redirects/import/1')),
  'DELETE /api/admin/redirects/:id': closed(200, async (site) => {
    const { body } = await site.admin.post<{ id: number }>('/webapi/api/admin/redirects', {
      from: `/old/${randomUUID()}`,
      to: null,
    });
    return { path: `/api/admin/redirects/${body.id}` };
  }),
  'GET /api/admin/unknown-paths': closed(200, at('/api/admin/unknown-paths')),
  'DELETE /api/admin/unknown-paths': closed(200, at('/api/admin/unknown-paths')),
  'GET /api/admin/bin': closed(200, at('/api/admin/bin')),
  'GET /api/admin/bin/:kind/:id/thumbnail': closed(200, async (site) => ({
    path: `/api/admin/bin/image/${await deletedImage(site)}/thumbnail`,
  })),
  'POST /api/admin/bin/restore': closed(200, async (site) => ({
    path: '/api/admin/bin/restore',
    body: { items: [{ kind: 'image', id: await deletedImage(site) }] },
  })),
  'DELETE /api/admin/bin/:kind/:id': closed(200, async (site) => ({
    path: `/api/admin/bin/image/${await deletedImage(site)}`,
  })),
  'DELETE /api/admin/bin': closed(200, at('/api/admin/bin')),
  'PUT /api/admin/image/main/:postId/:imageId': closed(200, async (site) => {
    const { id, post_id } = await newImage(site);
    return { path: `/api/admin/image/main/${post_id}/${id}` };
  }),

  'GET /getposts': open(200, at('/getposts')),
  'POST /api/posts': closed(201, at('/api/posts', { post_title: 'New', post_content: '<p>Text</p>' })),
  'PUT /api/posts/status/:id/:status': closed(
    200,
    onPost((id) => `/api/posts/status/${id}/0`),
  ),
  'GET /api/address': open(
    200,
    onPost((id) => `/api/address?post=${id}`),
  ),
  'GET /api/posts/tag/:limit/:tag': open(200, at('/api/posts/tag/5/any')),
  'GET /api/search/:limit/:offset': open(200, at('/api/search/5/0?q=any')),
  'GET /api/posts/:id/direct': open(
    200,
    onPost((id) => `/api/posts/${id}/direct`),
  ),
  'GET /api/posts/:title/directByTitle': open(200, async (site) => ({
    path: `/api/posts/${(await site.createPost()).post_title_web}/directByTitle`,
  })),
  'GET /api/posts/:category/:excludedId/random': open(200, at('/api/posts/travel/0/random')),
  'GET /api/posts/:limit/:offset/:category/:tag': open(200, at('/api/posts/5/0/!null/!null')),
  'GET /api/posts/:id': open(
    200,
    onPost((id) => `/api/posts/${id}`),
  ),
  'PUT /api/posts/:id': closed(
    200,
    onPost((id) => `/api/posts/${id}`, { post_title: 'Changed' }),
  ),
  'POST /api/admin/posts/:id/duplicate': closed(
    201,
    onPost((id) => `/api/admin/posts/${id}/duplicate`),
  ),
  'POST /api/admin/preview': closed(
    200,
    at('/api/admin/preview', { post_title: 'x', post_content: '', version: 0 }),
  ),
  'GET /api/admin/tags': closed(200, at('/api/admin/tags?search=x')),
  'PUT /api/admin/tags/:tagName': closed(404, at('/api/admin/tags/unknown', { display_name: 'Unknown' })),
  'DELETE /api/posts/:id': closed(
    200,
    onPost((id) => `/api/posts/${id}`),
  ),
  'GET /api/admin/posts': closed(200, at('/api/admin/posts?limit=5')),

  'GET /api/admin/posts/:id/revisions': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/revisions`),
  ),
  'GET /api/admin/posts/:id/current-version': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/current-version`),
  ),
  'GET /api/admin/posts/:id/versions/:version': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/versions/1`),
  ),
  'GET /api/admin/posts/:id/revisions/:revisionId': closed(200, async (site) => ({
    path: await newRevision(site),
  })),
  'POST /api/admin/posts/:id/revisions/:revisionId/restore': closed(200, async (site) => ({
    path: `${await newRevision(site)}/restore`,
  })),
  'GET /api/admin/posts/:id/previews': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/previews`),
  ),
  'POST /api/admin/posts/:id/previews': closed(
    201,
    onPost((id) => `/api/admin/posts/${id}/previews`, {}),
  ),
  'DELETE /api/admin/posts/:id/previews': closed(
    200,
    onPost((id) => `/api/admin/posts/${id}/previews`),
  ),
  'DELETE /api/admin/posts/:id/previews/:previewId': closed(200, async (site) => {
    const { post, id } = await newPreview(site);
    return { path: `/api/admin/posts/${post}/previews/${id}` };
  }),
  'GET /api/admin/drafts': closed(200, at('/api/admin/drafts')),
  'GET /api/admin/drafts/:draftId': closed(404, at('/api/admin/drafts/unknown')),
  'PUT /api/admin/drafts/:draftId': closed(
    200,
    at('/api/admin/drafts/mine', { post_title: 'T', post_content: '', version: 0 }),
  ),
  'DELETE /api/admin/drafts/:draftId': closed(200, at('/api/admin/drafts/mine')),
  'GET /api/previews/:token': open(404, at('/api/previews/unknown')),

  'GET /api/vote/:postId': open(
    200,
    onPost((id) => `/api/vote/${id}`),
  ),
  'POST /api/vote/:postId': open(
    200,
    onPost((id) => `/api/vote/${id}`, { voteVal: 1 }),
  ),
  'POST /api/tag/:postId/:tagName': closed(
    201,
    onPost((id) => `/api/tag/${id}/new`),
  ),
  'DELETE /api/tag/:id': closed(200, async (site) => ({ path: `/api/tag/${await tagged(site)}` })),

  'GET /api/cat/all': open(200, at('/api/cat/all/')),
  'POST /api/admin/cat': closed(201, () => ({ path: '/api/admin/cat', body: { category_path: newName() } })),
  'PUT /api/admin/cat/:postId/:catId': closed(200, async (site) => ({
    path: `/api/admin/cat/${(await site.createPost()).id}/${await newCategory(site)}`,
    body: { state: true },
  })),
  'PUT /api/admin/cat/:catId': closed(200, async (site) => ({
    path: `/api/admin/cat/${await newCategory(site)}`,
    body: { category_path: newName() },
  })),
  'DELETE /api/admin/cat/:catId': closed(200, async (site) => ({
    path: `/api/admin/cat/${await newCategory(site)}`,
  })),

  'POST /api/twitterImage/:id': closed(
    503,
    onPost((id) => `/api/twitterImage/${id}`, { tweet: 'placeholder' }),
  ),
  'POST /api/twitterImageMulti/:id': closed(
    503,
    onPost((id) => `/api/twitterImageMulti/${id}`),
  ),
};

const routes = table.map(({ method, path }) => `${method} ${path}`);

test('every route has a row, and every row a route', () => {
  expect(Object.keys(rows).sort()).toEqual(routes.toSorted());
});

test('the route table has the access of the row', () => {
  for (const { method, path, access } of table)
    expect(`${path} ${access}`).toBe(
      `${path} ${rows[`${method} ${path}`]?.who === 'all' ? 'public' : 'admin'}`,
    );
});

const tables = [
  'posts',
  'comments',
  'votes',
  'images',
  'post_tags',
  'categories',
  'users',
  'sessions',
  'settings',
  'revisions',
  'previews',
  'drafts',
  'activity',
  'passkeys',
  'recovery_codes',
  'sign_in_steps',
] as const;
const databaseContent = async ({ blog }: ApiSite) =>
  JSON.stringify(await Promise.all(tables.map((name) => blog.db.selectFrom(name).selectAll().execute())));

const month = 31 * 24 * 60 * 60 * 1000;

onEachDatabase('permissions', (kind: DatabaseKind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  const withCsrfToken = async (client: ApiClient) => {
    await client.get('/webapi/api/admin/auth');
    return client;
  };
  /** A copy of the administrator's client: its cookies may change while `site.admin` keeps its own. */
  const signedIn = async () => {
    const client = site.visitor();
    for (const [name, value] of site.admin.cookies) client.cookies.set(name, value);
    return client;
  };

  describe.each(Object.entries(rows))('%s', (name, { who, status, prepare }) => {
    const [method = ''] = name.split(' ');
    const writes = method !== 'GET';
    const call = (client: ApiClient, { path, body }: Request, options = {}) =>
      client.request(method, `/webapi${path}`, body, options);
    const refused = async (work: (request: Request) => Promise<{ status: number }>, expected: number) => {
      const request = await prepare(site);
      const before = await databaseContent(site);
      expect((await work(request)).status).toBe(expected);
      expect(await databaseContent(site)).toBe(before);
    };

    test('as a visitor', async () => {
      const client = await withCsrfToken(site.visitor());
      if (who === 'admin') return refused((request) => call(client, request), 401);
      expect((await call(client, await prepare(site))).status).toBe(status);
    });

    test('as an administrator', async () => {
      if (name === 'DELETE /api/admin/auth') {
        const leaving = site.visitor();
        await site.signIn(leaving);
        expect((await call(leaving, await prepare(site))).status).toBe(status);
        return;
      }
      expect((await call(await signedIn(), await prepare(site))).status).toBe(status);
    });

    test('with an expired session', async () => {
      const client = await signedIn();
      const { now } = site.blog;
      const later = async (request: Request) => {
        site.blog.now = () => new Date(Date.now() + month);
        try {
          return await call(client, request);
        } finally {
          site.blog.now = now;
        }
      };
      if (who === 'admin') return refused(later, 401);
      if (writes) return refused(later, 403);
      expect((await later(await prepare(site))).status).toBe(status);
    });

    test('as an administrator without a CSRF token', async () => {
      const client = await signedIn();
      if (writes) return refused((request) => call(client, request, { token: false }), 403);
      expect((await call(client, await prepare(site), { token: false })).status).toBe(status);
    });

    test.each([{ Origin: 'https://evil.example' }, { Origin: null, 'Sec-Fetch-Site': 'cross-site' }])(
      'from a foreign origin: %j',
      async (headers) => {
        const client = await signedIn();
        if (writes) return refused((request) => call(client, request, { headers }), 403);
        expect((await call(client, await prepare(site), { headers })).status).toBe(status);
      },
    );
  });

  test('no request caused a server error', () => {
    expect(site.errors).toEqual([]);
  });
});
