import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { SharedPreview } from '../../src/core/posts/api/writing.ts';
import { Client } from '../support/client.ts';
import { type RawAnswer, say } from '../support/raw-http.ts';
import { startSite, type TestSite } from '../support/site.ts';

let server: TestSite;
let owner: Client;
let published: Post;
let draft: Post;
let token: string;
let image: string;

beforeAll(async () => {
  server = await startSite({ env: { LOG_LEVEL: 'info' } });
  owner = new Client(server.url);
  await owner.login();
  await owner.put('/webapi/api/admin/site', { contact_email: 'hello@example.org' });
  published = (await create({ post_title: 'Public', active: true })).body;
  draft = (await create({ post_title: 'Draft', post_content: '<p>Still a secret.</p>' })).body;
  await owner.post(`/webapi/api/tag/${published.id}/sea`);
  const shared = await owner.post<SharedPreview>(`/webapi/api/admin/posts/${draft.id}/previews`, {});
  token = shared.body.url.split('/preview/')[1] ?? '';
  const form = new FormData();
  form.append('post_id', String(published.id));
  form.append('image', new Blob([tinyPng], { type: 'image/png' }), 'dot.png');
  const uploaded = await owner.post<{ file_path: string }[]>('/webapi/image', form);
  image = uploaded.body[0]?.file_path ?? '';
});
afterAll(() => server.dispose());

const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const create = (values: Record<string, unknown>) =>
  owner.post<Post>('/webapi/api/posts', { post_content: '<p>Text</p>', ...values });

/** Unlike fetch, sends the path without normalizing it. */
const get = (path: string, method = 'GET'): Promise<RawAnswer> =>
  say(server.url, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

const spellingsOf = (path: string): string[] => {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.length > 0 ? `/${rest.join('/')}` : '';
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16)}`;
  return [
    `/${hex(first.charAt(0))}${first.slice(1)}${tail}`,
    `/${first.charAt(0).toUpperCase()}${first.slice(1)}${tail}`,
    `/${first.toUpperCase()}${tail}`,
    `//${first}${tail}`,
    `/./${first}${tail}`,
    `/.//x/../${first}${tail}`,
    `/x/../${first}${tail}`,
    `/%2e/${first}${tail}`,
    `/x/%2E%2e/${first}${tail}`,
    `/\\${first}${tail}`,
    `\\${first}${tail}`,
    `/${first}\\${rest.join('\\')}`,
    `/${first}${tail}/`,
    `/${first}${tail}//`,
    `/${first}${tail}/.`,
    `/${first}${tail}%2f`,
    `/${first}${tail}%00`,
    `/${first}${tail}%`,
    `/${first}${tail}%c0%af`,
    `/${first}${tail}%e0%80%af`,
    `/${first}${tail}#x`,
    `/${first}${tail};x=1`,
  ].filter((spelling) => spelling !== path);
};

describe('a preview link', () => {
  test('in another spelling is never served, cached, indexed or logged', async () => {
    const path = `/preview/${token}`;
    for (const spelling of spellingsOf(path)) {
      const { status, headers, body } = await get(spelling);
      expect([301, 302, 400, 404], `${spelling}: ${status}`).toContain(status);
      expect(body.toString(), spelling).not.toContain('Still a secret.');
      expect(headers.etag, spelling).toBeUndefined();
      const [location] = headers.location ?? [];
      if (status === 301) {
        const followed = await get(location ?? '');
        expect(followed.headers['cache-control'], spelling).toEqual(['private, no-store']);
      }
    }
    expect((await get(path)).body.toString()).toContain('Still a secret.');
    // Requests are logged in order.
    await get('/archive');
    await expect.poll(() => server.output()).toContain('/archive');
    expect(server.output()).not.toContain(token);
    expect(server.output()).not.toContain(token.slice(1));
  });

  test('stops working in every spelling when it is revoked', async () => {
    const path = `/preview/${token}`;
    for (const spelling of spellingsOf(path)) await get(spelling);
    await owner.delete(`/webapi/api/admin/posts/${draft.id}/previews`);
    for (const spelling of [path, ...spellingsOf(path)])
      expect((await get(spelling)).body.toString(), spelling).not.toContain('Still a secret.');
  });
});

describe('every path has one spelling', () => {
  const paths = () => [
    `/post/${published.post_title_web}`,
    '/tag/sea',
    '/tag/sea/feed.xml',
    '/login',
    '/search',
    '/apps/there',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.svg',
    '/.well-known/security.txt',
    '/healthz',
    '/theme.css',
    '/webapi/getposts',
    `/webapi/api/posts/${published.id}`,
    '/webapi/openapi.json',
    image,
  ];

  test('others redirect to it or answer 400 or 404', async () => {
    for (const path of paths()) {
      expect((await get(path)).status, path).toBe(200);
      for (const spelling of spellingsOf(path)) {
        // Some spellings equal a path that starts with a dot or has only one segment.
        if (spelling.toLowerCase() === path) continue;
        const { status, headers } = await get(spelling);
        expect([301, 302, 400, 404], `${spelling}: ${status}`).toContain(status);
        if (status === 301) {
          const [location = ''] = headers.location ?? [];
          expect(location, spelling).toMatch(/^\/(?![/\\])/);
          expect((await get(location)).headers.location ?? [], `${spelling} -> ${location}`).not.toContain(
            location,
          );
        }
        expect((await get(spelling, 'POST')).status, `POST ${spelling}`).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('a redirect keeps the query', async () => {
    expect((await get('//tag//sea/?show=10&view=compact')).headers.location).toEqual([
      '/tag/sea?show=10&view=compact',
    ]);
  });

  test('non-ASCII names have one encoding', async () => {
    const path = `/tag/${encodeURIComponent('søen 海')}`;
    for (const spelling of ['/tag/s%c3%b8en%20%E6%b5%b7', path.replace('/tag', '/%74ag')]) {
      const { status, headers } = await get(spelling);
      expect([status, headers.location], spelling).toEqual([301, [path]]);
    }
    // Twice, because a cached page takes another code path.
    for (let time = 0; time < 2; time++) {
      const page = await get(path);
      expect(page.headers.location).toBeUndefined();
      expect(page.body.toString()).toContain('søen 海');
    }
    // Invalid UTF-8 and control characters.
    for (const wrong of ['/tag/s%f8en', '/tag/a%00b', '/tag/a%0ab', '/tag/%ed%a0%80'])
      expect((await get(wrong)).status, wrong).toBe(404);
  });

  test('the list of categories is also served with a trailing slash, as specified', async () => {
    expect((await get('/webapi/api/cat/all/')).status).toBe(200);
    expect((await get('/webapi/api/cat/all')).status).toBe(200);
  });

  test('other spellings of admin paths redirect, too', async () => {
    for (const path of ['/Admin', '/ADMIN/detail', '/%41dmin']) {
      const answer = await get(path);
      expect([301, 302], path).toContain(answer.status);
      expect(answer.headers.etag, path).toBeUndefined();
    }
  });
});
