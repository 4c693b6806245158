import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { modules } from '../../src/modules.ts';
import { routesOf } from '../../src/platform/module.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { Authenticator } from '../support/authenticator.ts';
import { onEachDatabase } from '../support/databases.ts';

const table = routesOf(modules);

const secret = 'zebrasecret';

onEachDatabase('an inactive post', (kind) => {
  let site: ApiSite;
  let visitor: ApiClient;
  let post: Post;
  let image: Image;
  beforeAll(async () => {
    site = await apiSite(kind);
    visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    const category = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'hidden.place',
    });
    await site.admin.put('/webapi/tasks/1', { title: secret, message: secret, active: false });
    const drafted = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path: secret });
    await site.admin.post('/webapi/api/admin/cat', { category_path: `${secret}.below` });
    const draft = await site.createPost({ post_title: 'Draft', active: false });
    await site.admin.put(`/webapi/api/admin/cat/${draft.id}/${drafted.body.id}`);
    const shown = await site.createPost({ post_title: 'Shown' });
    post = await site.createPost({ post_title: secret, post_content: `<p>${secret}</p>` });
    for (const { id } of [shown, post])
      await site.admin.put(`/webapi/api/admin/cat/${id}/${category.body.id}`);
    await site.admin.post(`/webapi/api/tag/${post.id}/${secret}`);
    await site.admin.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: `${secret} comment` });
    await visitor.post(`/webapi/api/vote/${post.id}`, { voteVal: 1 });
    const form = new FormData();
    form.set('post_id', String(post.id));
    const create = { width: 9, height: 9, channels: 3 as const, background: '#123456' };
    form.set('cover', new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]), 'p.png');
    [image] = (await site.admin.post<Image[]>('/webapi/api/image', form)).body as [Image];
    expect((await visitor.get(`/webapi/api/posts/${post.id}/direct`)).text).toContain(secret);
    await site.admin.put(`/webapi/api/posts/status/${post.id}/0`);
  });
  afterAll(() => site.dispose());

  /** Every public route that could reveal the post. A test below compares them with the route table. */
  const publicRoutes = (): Record<string, { path: string; body?: unknown; status: number }> => ({
    'GET /tasks/:id': { path: '/tasks/1', status: 200 },
    'GET /api/site': { path: '/api/site', status: 200 },
    'GET /api/admin/auth': { path: '/api/admin/auth', status: 200 },
    'POST /api/admin/auth': {
      path: '/api/admin/auth',
      body: { username: secret, password: '' },
      status: 401,
    },
    'POST /api/admin/auth/passkey/options': { path: '/api/admin/auth/passkey/options', status: 200 },
    'POST /api/admin/auth/passkey': {
      path: '/api/admin/auth/passkey',
      body: { passkey: new Authenticator(site.url).get({ challenge: '', rpId: 'localhost' }) },
      status: 401,
    },
    'POST /api/admin/auth/recovery-code': {
      path: '/api/admin/auth/recovery-code',
      body: { code: secret },
      status: 401,
    },
    'DELETE /api/admin/auth': { path: '/api/admin/auth', status: 200 },
    'GET /api/posts/comment/approve/:postId': { path: `/api/posts/comment/approve/${post.id}`, status: 404 },
    'POST /api/posts/comment/:postId': {
      path: `/api/posts/comment/${post.id}`,
      body: { comment_text: 'Is it there?' },
      status: 404,
    },
    'GET /getposts': { path: '/getposts', status: 200 },
    'GET /api/address': { path: `/api/address?title=${secret}`, status: 404 },
    'GET /api/previews/:token': { path: `/api/previews/${secret}`, status: 404 },
    'POST /api/previews/:token/remarks': {
      path: `/api/previews/${secret}/remarks`,
      body: { name: 'a', remark: 'b', wording: '', quote: '', paragraph: '' },
      status: 404,
    },
    'GET /api/posts/tag/:limit/:tag': { path: `/api/posts/tag/100/${secret}`, status: 200 },
    'GET /api/posts/:id/direct': { path: `/api/posts/${post.id}/direct`, status: 404 },
    'GET /api/posts/:title/directByTitle': { path: `/api/posts/${secret}/directByTitle`, status: 404 },
    'GET /api/posts/:category/:excludedId/random': { path: '/api/posts/hidden/0/random', status: 200 },
    'GET /api/posts/:limit/:offset/:category/:tag': { path: '/api/posts/100/0/hidden/!null', status: 200 },
    'GET /api/posts/:id': { path: `/api/posts/${post.id}`, status: 404 },
    'GET /api/vote/:postId': { path: `/api/vote/${post.id}`, status: 404 },
    'POST /api/vote/:postId': { path: `/api/vote/${post.id}`, body: { voteVal: 1 }, status: 404 },
    'GET /api/counts': { path: `/api/counts?ids=${post.id}`, status: 200 },
    'GET /api/cat/all': { path: '/api/cat/all', status: 200 },
    'GET /api/search/:limit/:offset': { path: `/api/search/100/0?q=${secret}`, status: 200 },
  });

  test('is tested against every public route', () => {
    const open = table
      .filter((route) => route.access === 'public')
      .map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(publicRoutes()).sort()).toEqual(open.sort());
  });

  test('is not revealed to visitors by any public route', async () => {
    for (const [name, { path, body, status }] of Object.entries(publicRoutes())) {
      const [method = ''] = name.split(' ');
      const answer = await visitor.request(method, `/webapi${path}`, body);
      expect(`${name} ${answer.status}`).toBe(`${name} ${status}`);
      expect(answer.text).not.toContain(secret);
      expect(answer.text).not.toContain(image.file_path);
      expect(answer.headers.get('x-total-count') ?? '1').toMatch(/^[01]$/);
    }
    for (const path of ['/api/posts/100/0/!null/!null', `/api/posts/100/0/hidden/${secret}`])
      expect((await visitor.get(`/webapi${path}`)).text).not.toContain(secret);
    expect((await visitor.get('/webapi/api/posts/100/0/!null/!null')).headers.get('x-total-count')).toBe('1');
    expect((await visitor.get(`/webapi/api/posts/100/0/!null/${secret}`)).headers.get('x-total-count')).toBe(
      '0',
    );
  });

  test('is available to administrators', async () => {
    const direct = await site.admin.get<Post>(`/webapi/api/posts/${post.id}/direct`);
    expect(direct.body).toMatchObject({
      active: 0,
      vote_count: 1,
      tags: [{ tag_name: secret }],
      images: [{ id: image.id }],
      comment: [{ comment_text: `${secret} comment` }],
    });
    for (const path of [
      `/api/posts/${post.id}`,
      `/api/posts/${secret}/directByTitle`,
      `/api/vote/${post.id}`,
    ])
      expect((await site.admin.get(`/webapi${path}`)).status).toBe(200);
    expect((await site.admin.get(`/webapi/api/posts/comment/approve/${post.id}`)).body).toHaveLength(1);
  });

  test('hides its category only if no public post uses it', async () => {
    const paths = async (client: ApiClient) =>
      (await client.get<{ category_path: string }[]>('/webapi/api/cat/all/')).body.map(
        ({ category_path }) => category_path,
      );
    const add = async (category_path: string) =>
      (await site.admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path })).body.id;
    const put = async (categoryId: number, active: boolean) => {
      const { id } = await site.createPost({ active });
      await site.admin.put(`/webapi/api/admin/cat/${id}/${categoryId}`);
      return id;
    };
    await add('unused');
    // The draft is in the parent category. A public post in the subcategory reveals the parent, too.
    await put(await add('above'), false);
    await put(await add('above.below'), true);
    const mixed = await add('mixed');
    await put(mixed, false);
    const only = await put(mixed, true);
    const all = await paths(site.admin);
    expect(all).toEqual(expect.arrayContaining([secret, `${secret}.below`, 'unused', 'above', 'mixed']));
    expect(await paths(visitor)).toEqual(all.filter((path) => !path.startsWith(secret)));
    await site.admin.put(`/webapi/api/posts/status/${only}/0`);
    expect(await paths(visitor)).not.toContain('mixed');
    expect(await paths(site.admin)).toEqual(all);
  });

  test('is as hidden from visitors as an inactive announcement', async () => {
    const nothing = { id: 1, title: '', message: '', active: false };
    const written = { id: 1, title: secret, message: secret, active: false };
    expect((await visitor.get('/webapi/tasks/1')).body).toEqual(nothing);
    expect((await site.admin.get('/webapi/tasks/1')).body).toEqual(written);
    await site.admin.put('/webapi/tasks/1', { active: true });
    expect((await visitor.get('/webapi/tasks/1')).body).toEqual({ ...written, active: true });
    await site.admin.put('/webapi/tasks/1', { active: false });
    expect((await visitor.get('/webapi/tasks/1')).body).toEqual(nothing);
  });

  test('is as hidden from visitors as an unapproved comment', async () => {
    const { id } = await site.createPost();
    await visitor.post(`/webapi/api/posts/comment/${id}`, { comment_text: `waiting ${secret}` });
    const paths = [
      `/api/posts/${id}`,
      `/api/posts/${id}/direct`,
      `/api/posts/comment/approve/${id}`,
      '/getposts',
    ];
    for (const path of paths) expect((await visitor.get(`/webapi${path}`)).text).not.toContain('waiting');
    expect((await site.admin.get(`/webapi/api/posts/comment/all/${id}`)).text).toContain('waiting');
    expect((await site.admin.get('/webapi/api/admin/posts')).text).toContain('waiting');
  });
});
