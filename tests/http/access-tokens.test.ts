import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { modules } from '../../src/modules.ts';
import { scopes } from '../../src/platform/http/scopes.ts';
import { routesOf } from '../../src/platform/module.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { callAs, newToken, switchOn } from '../support/apps.ts';
import { onEachDatabase } from '../support/databases.ts';
import { noServer } from '../support/mail-rows.ts';

const table = routesOf(modules);
/** Nothing has this id, so that a call that is allowed changes nothing. */
const pathOf = (path: string): string =>
  `/webapi${path.replace(/:(\w+)/g, (_, name) => (name === 'tagName' ? 'any' : '999999'))}`;

onEachDatabase('access tokens', (kind) => {
  let site: ApiSite;
  const logged: string[] = [];
  const errors: string[] = [];
  const record = (...line: unknown[]) => void logged.push(JSON.stringify(line));
  const error = (...line: unknown[]) => void errors.push(JSON.stringify(line));
  const log = { request: record, debug: record, info: record, warn: record, error };
  beforeAll(async () => {
    // With mail, whose calls do not exist otherwise.
    site = await apiSite(kind, noServer, undefined, log);
    await switchOn(site);
  });
  afterAll(() => site.dispose());

  describe.each(scopes)('with the scope %s', (scope) => {
    test('open exactly the calls that declare it', async () => {
      const token = await newToken(site, scope);
      const wrong: string[] = [];
      for (const { method, path, access, scope: declared = [] } of table) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const { status } = await callAs(site, token, method, pathOf(path), body);
        const isRefused = status === 401 || status === 403;
        const isOpen = declared.includes(scope) || (access === 'public' && method === 'GET');
        if (isRefused === isOpen) wrong.push(`${method} ${path}: ${status}`);
      }
      expect(wrong).toEqual([]);
    });
  });

  test('a draft token publishes, deletes and changes nothing that readers see', async () => {
    const token = await newToken(site, 'draft');
    const call = (method: string, path: string, body?: unknown) =>
      callAs<Post>(site, token, method, `/webapi${path}`, body);
    const published = await site.createPost();
    const { body: draft, status } = await call('POST', '/api/posts', {
      post_title: 'Mine',
      post_content: 'Text',
    });
    expect([status, draft.active]).toEqual([201, 0]);
    expect((await call('PUT', `/api/posts/${draft.id}`, { post_title: 'Still mine' })).status).toBe(200);
    const later = '2099-01-01T00:00:00Z';
    const refused = [
      await call('POST', '/api/posts', { post_title: 'x', active: true }),
      await call('POST', '/api/posts', { post_title: 'x', scheduled_date: later }),
      await call('PUT', `/api/posts/${draft.id}`, { active: true }),
      await call('PUT', `/api/posts/${draft.id}`, { scheduled_date: later }),
      await call('PUT', `/api/posts/${published.id}`, { post_title: 'x' }),
      await call('PUT', `/api/posts/${published.id}`, { active: false }),
      await call('PUT', `/api/posts/status/${draft.id}/1`),
      await call('DELETE', `/api/posts/${draft.id}`),
      await call('DELETE', `/api/posts/${published.id}?for_good=true`),
      await call('GET', `/api/admin/posts`),
      await call('GET', `/api/admin/comments`),
    ];
    expect(refused.map((answer) => answer.status)).toEqual(refused.map(() => 403));
    const { body: after } = await site.admin.get<Post>(`/webapi/api/posts/${published.id}/direct`);
    expect([after.post_title, after.active, after.version]).toEqual(['A post', 1, published.version]);
  });

  test('no token deletes anything for good', async () => {
    const token = await newToken(site, ...scopes);
    const answers: string[] = [];
    for (const { method, path, query, body } of table) {
      const fields = [query, body].flatMap((schema) =>
        schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
      );
      if (!fields.includes('for_good')) continue;
      const sent = body && { action: 'delete', ids: [999_999], for_good: true };
      const { status } = await callAs(site, token, method, `${pathOf(path)}?ids=999999&for_good=true`, sent);
      answers.push(`${method} ${path}: ${status}`);
    }
    expect(answers.length).toBeGreaterThan(4);
    expect(answers.filter((answer) => !answer.endsWith(': 403'))).toEqual([]);
  });

  test('a draft token reads no comments that wait', async () => {
    const { id } = await site.createPost();
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    await visitor.post(`/webapi/api/posts/comment/${id}`, { comment_text: 'A secret of a reader' });
    await site.admin.put(`/webapi/api/posts/status/${id}/0`);
    const draft = await newToken(site, 'draft');
    const changed = await callAs<Post>(site, draft, 'PUT', `/webapi/api/posts/${id}`, { post_title: 'New' });
    expect([changed.status, changed.body.comment]).toEqual([200, []]);
  });

  test('images of published posts need the scope to publish', async () => {
    const { id } = await site.createPost();
    const media = await newToken(site, 'media');
    const form = new FormData();
    form.set('post_id', String(id));
    form.set('cover', new Blob(['x']), 'image.png');
    expect((await callAs(site, media, 'POST', '/webapi/api/image', form)).status).toBe(403);
  });

  test('a token uses no cookie, and a wrong one is not rescued by a session', async () => {
    const cookie = [...site.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const token = await newToken(site, 'draft');
    const path = '/webapi/api/admin/users';
    expect((await callAs(site, token, 'GET', path, undefined, { cookie })).status).toBe(403);
    expect((await callAs(site, 'nt_wrong', 'GET', path, undefined, { cookie })).status).toBe(401);
    expect((await callAs(site, '', 'GET', path, undefined, { cookie })).status).toBe(200);
  });

  test('are stored as hashes, end, and are named in the activity log without their value', async () => {
    const token = await newToken(site, 'read');
    const { db } = site.blog;
    const rows = JSON.stringify([
      await db.selectFrom('access_tokens').selectAll().execute(),
      await db.selectFrom('activity').selectAll().execute(),
    ]);
    expect(rows).not.toContain(token);
    expect(rows).toContain('Created the access token');
    const path = '/webapi/api/admin/posts';
    expect((await callAs(site, token, 'GET', path)).status).toBe(200);
    const { body } =
      await site.admin.get<{ id: number; last_used: string | null }[]>('/webapi/api/admin/tokens');
    const [newest] = body;
    expect(newest?.last_used).not.toBeNull();
    await db
      .updateTable('access_tokens')
      .set({ expires: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', newest?.id ?? 0)
      .execute();
    expect((await callAs(site, token, 'GET', path)).status).toBe(401);
    const other = await newToken(site, 'read');
    const [last] = (await site.admin.get<{ id: number }[]>('/webapi/api/admin/tokens')).body;
    expect((await site.admin.delete(`/webapi/api/admin/tokens/${last?.id}`)).status).toBe(200);
    expect((await callAs(site, other, 'GET', path)).status).toBe(401);
  });

  test('wrong ones are limited for the whole site, right ones are not', async () => {
    const token = await newToken(site, 'read');
    const statuses = new Set<number>();
    for (let count = 0; count < 70; count++)
      statuses.add((await callAs(site, `nt_${count}`, 'GET', '/webapi/api/admin/posts')).status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await callAs(site, token, 'GET', '/webapi/api/admin/posts')).status).toBe(200);
  });

  test('nothing is there while it is off', async () => {
    const token = await newToken(site, 'read');
    await switchOn(site, { tokens: false, micropub: false, mcp: false });
    expect((await callAs(site, token, 'GET', '/webapi/api/admin/posts')).status).toBe(401);
    for (const path of ['/oauth/token', '/micropub', '/mcp'])
      expect((await callAs(site, token, 'POST', path, {})).status).toBeGreaterThanOrEqual(400);
    expect((await callAs(site, '', 'GET', '/.well-known/oauth-authorization-server')).status).not.toBe(200);
    await switchOn(site);
  });

  test('the log has no token, however it is sent', async () => {
    const token = await newToken(site, 'read', 'draft');
    const query = new URLSearchParams({ access_token: token, token });
    logged.length = 0;
    for (const path of [
      '/',
      '/webapi/api/admin/posts',
      '/micropub',
      '/mcp',
      '/oauth/token',
      `/unknown/${token}`,
    ]) {
      await callAs(site, token, 'GET', `${path}?${query}`);
      await callAs(site, '', 'POST', path, query);
      await callAs(site, token, 'POST', path, { token });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await fetch(site.url + path, { method: 'POST', headers, body: `{ "token": ${token}` });
    }
    await callAs(site, '', 'POST', '/oauth/revoke', query);
    expect(logged.length).toBeGreaterThan(20);
    expect(logged.filter((line) => line.includes(token))).toEqual([]);
  });

  test('no request caused a server error', () => expect(errors).toEqual([]));
});
