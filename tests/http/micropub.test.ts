import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { callAs, newToken, switchOn } from '../support/apps.ts';
import { png } from './permissions/prepare.ts';

/** The numbers are those of the tests of micropub.rocks. */
let site: ApiSite;
let token: string;

beforeAll(async () => {
  site = await apiSite('sqlite');
  await switchOn(site);
  token = await newToken(site, 'read', 'draft', 'publish', 'media');
  await site.admin.post('/webapi/api/admin/cat', { category_path: 'travel', title: 'Travel' });
});
afterAll(() => site.dispose());

const post = (body: unknown, as = token) => callAs<{ error?: string }>(site, as, 'POST', '/micropub', body);
const form = (fields: string, as = token) => post(new URLSearchParams(fields), as);
const entry = (properties: Record<string, unknown[]>, as = token) =>
  post({ type: ['h-entry'], properties }, as);
const query = <Body = Record<string, never>>(search: string) =>
  callAs<Body>(site, token, 'GET', `/micropub?${search}`);
const source = async (url: string, properties = '') =>
  (
    await query<{ properties: Record<string, unknown[]>; type?: string[] }>(
      `q=source&url=${encodeURIComponent(url)}${properties}`,
    )
  ).body;
const locationOf = ({ status, headers }: { status: number; headers: Headers }): string => {
  expect(status).toBe(201);
  return headers.get('location') ?? '';
};
const postAt = async (url: string): Promise<Post> => {
  const title = decodeURIComponent(new URL(url).pathname).replace('/post/', '');
  return (await site.admin.get<Post>(`/webapi/api/posts/${title}/directByTitle`)).body;
};
const tagsOf = ({ tags }: Post) => tags.map(({ tag_name }) => tag_name).sort();

describe('creating', () => {
  test('100, 101, 107: a form, with categories', async () => {
    const url = locationOf(await form('h=entry&content=Micropub+test&category[]=test1&category[]=test2'));
    const created = await postAt(url);
    expect([created.post_content, created.active, tagsOf(created)]).toEqual([
      '<p>Micropub test</p>',
      1,
      ['test1', 'test2'],
    ]);
    expect(tagsOf(await postAt(locationOf(await form('h=entry&content=One&category=test1'))))).toEqual([
      'test1',
    ]);
  });

  test('200, 201, 202, 204: JSON, HTML and nested objects', async () => {
    const properties = {
      name: ['A title'],
      content: [{ html: '<p>Some <b>bold</b> text<script>alert(1)</script></p>' }],
      category: ['Travel', 'food'],
      published: ['2017-05-31T12:03:36-07:00'],
      checkin: [{ type: ['h-card'], properties: { name: ['A place'] } }],
      'mp-slug': ['My Slug!'],
    };
    const created = await postAt(locationOf(await entry(properties)));
    expect(created).toMatchObject({
      post_title: 'A title',
      post_title_web: 'my-slug',
      post_content: '<p>Some <strong>bold</strong> text</p>',
      cat_path: 'travel',
      post_date: '2017-05-31T19:03:36.000Z',
    });
    expect(tagsOf(created)).toEqual(['food']);
    // A slug that is taken is not used.
    const other = await postAt(locationOf(await entry(properties)));
    expect(other.post_title_web).toBe('a-title');
  });

  test('forms as apps in PHP send them: parts in brackets, numbered categories', async () => {
    const html = encodeURIComponent('<p>Some <b>bold</b> text</p>');
    const sent = `h=entry&content%5Bhtml%5D=${html}&category%5B0%5D=one&category%5B1%5D=two&mp-syndicate-to%5B%5D=`;
    const created = await postAt(locationOf(await form(sent)));
    expect(created.post_content).toBe('<p>Some <strong>bold</strong> text</p>');
    expect(tagsOf(created)).toEqual(['one', 'two']);
  });

  test('what an entry refers to is linked in its text', async () => {
    const to = 'https://example.org/a?b=1&c=2';
    const reply = await postAt(
      locationOf(await form(`h=entry&content=Yes&in-reply-to=${encodeURIComponent(to)}`)),
    );
    const link = '<a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>';
    expect(reply.post_content).toBe(`<p>In reply to ${link}</p><p>Yes</p>`);
    const cite = { type: ['h-cite'], properties: { url: [to], name: ['A page'] } };
    const bookmark = await postAt(locationOf(await entry({ 'bookmark-of': [cite] })));
    expect(bookmark.post_content).toBe(`<p>Bookmark: ${link}</p>`);
    expect((await entry({ 'like-of': ['javascript:alert(1)'] })).status).toBe(400);
  });

  test('drafts, and drafts only for a token that may not publish', async () => {
    const draft = await postAt(locationOf(await entry({ content: ['x'], 'post-status': ['draft'] })));
    expect(draft.active).toBe(0);
    const limited = await newToken(site, 'draft');
    expect((await postAt(locationOf(await entry({ content: ['x'] }, limited)))).active).toBe(0);
  });

  test('300, 301: photos of a multipart form', async () => {
    const body = new FormData();
    body.set('h', 'entry');
    body.set('content', 'Nice sunset');
    body.append('photo[]', new Blob([new Uint8Array(await png)], { type: 'image/png' }), 'a.png');
    body.append('mp-photo-alt[]', 'A red square');
    const created = await postAt(locationOf(await post(body)));
    expect(created.images.map(({ alt }) => alt)).toEqual(['A red square']);
    expect(created.active).toBe(1);
    expect(created.post_content).toContain('alt="A red square"');
  });

  test('700-702, 104, 203, 205, 206: the media endpoint, and photos by URL with alt text', async () => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(await png)], { type: 'image/png' }), 'a.png');
    const { status, headers } = await callAs(site, token, 'POST', '/micropub/media', body);
    const photo = headers.get('location') ?? '';
    expect([status, photo.startsWith(site.blog.siteUrl())]).toEqual([201, true]);
    const created = await postAt(
      locationOf(await entry({ content: ['x'], photo: [{ value: photo, alt: 'A sunset' }] })),
    );
    expect(created.images.map(({ alt }) => alt)).toEqual(['A sunset']);
    expect(
      (await postAt(locationOf(await form(`h=entry&content=x&photo=${encodeURIComponent(photo)}`)))).images,
    ).toHaveLength(1);
    // A server on this machine is not asked.
    expect((await entry({ content: ['x'], photo: ['http://127.0.0.1/a.png'] })).status).toBe(422);
  });
});

describe('updating', () => {
  const update = (url: string, change: object) => post({ action: 'update', url, ...change });

  test('400-404: replace, add and delete', async () => {
    const url = locationOf(await entry({ content: ['Before'], category: ['one', 'two'] }));
    expect((await update(url, { replace: { content: ['After'] } })).status).toBe(204);
    expect((await update(url, { add: { category: ['three'] } })).status).toBe(204);
    expect((await update(url, { add: { summary: ['In short'] } })).status).toBe(204);
    expect((await update(url, { delete: { category: ['one'] } })).status).toBe(204);
    const changed = await postAt(url);
    expect([changed.post_content, tagsOf(changed), changed.meta_description]).toEqual([
      '<p>After</p>',
      ['three', 'two'],
      'In short',
    ]);
    expect((await update(url, { delete: ['category'] })).status).toBe(204);
    expect(tagsOf(await postAt(url))).toEqual([]);
  });

  test('405: an operation that is not an array is refused', async () => {
    const url = locationOf(await entry({ content: ['x'] }));
    expect(await update(url, { replace: { content: 'x' } })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
    expect((await update(url, { replace: 'x' })).status).toBe(400);
  });

  test('changes nothing if a photo needs a scope that the token does not have', async () => {
    const url = locationOf(await entry({ content: ['Before'], 'post-status': ['draft'] }));
    const limited = await newToken(site, 'draft');
    const change = { replace: { content: ['After'] }, add: { photo: ['https://example.org/a.png'] } };
    expect((await post({ action: 'update', url, ...change }, limited)).status).toBe(401);
    expect((await postAt(url)).post_content).toBe('<p>Before</p>');
  });

  test('publishes a draft', async () => {
    const url = locationOf(await entry({ name: ['Soon'], content: ['x'], 'post-status': ['draft'] }));
    await update(url, { replace: { 'post-status': ['published'] } });
    expect((await postAt(url)).active).toBe(1);
  });
});

test('500-503: delete and undelete, by form and JSON', async () => {
  const url = locationOf(await form('h=entry&content=Gone+soon&name=Gone+soon'));
  expect((await form(`action=delete&url=${encodeURIComponent(url)}`)).status).toBe(204);
  expect((await fetch(url.replace(site.blog.siteUrl(), site.url), { redirect: 'manual' })).status).not.toBe(
    200,
  );
  expect((await form(`action=undelete&url=${encodeURIComponent(url)}`)).status).toBe(204);
  expect((await postAt(url)).active).toBe(1);
  expect((await post({ action: 'delete', url })).status).toBe(204);
  expect((await post({ action: 'undelete', url })).status).toBe(204);
});

test('600-603: queries', async () => {
  const { body: config } = await query('q=config');
  expect(config).toMatchObject({
    'media-endpoint': `${site.blog.siteUrl()}/micropub/media`,
    'syndicate-to': [],
  });
  expect((await query('q=syndicate-to')).body).toEqual({ 'syndicate-to': [] });
  expect((await query('q=category')).body).toEqual({ categories: ['Travel'] });
  const url = locationOf(await entry({ content: ['Text'], category: ['foo'] }));
  const all = await source(url);
  expect(all.type).toEqual(['h-entry']);
  expect(all.properties).toMatchObject({ content: [{ html: '<p>Text</p>' }], category: ['foo'], url: [url] });
  expect(await source(url, '&properties[]=category')).toEqual({ properties: { category: ['foo'] } });
  expect((await query('q=unknown')).status).toBe(400);
  // As micropub-helper asks whether its token works.
  expect((await query('')).status).toBe(200);
});

test('800-805: the access token', async () => {
  const url = locationOf(await form(`h=entry&content=In+the+body&access_token=${token}`, ''));
  expect(JSON.stringify(await source(url))).not.toContain(token);
  expect(await form(`h=entry&content=Twice&access_token=${token}`)).toMatchObject({ status: 400 });
  expect(await form('h=entry&content=None', '')).toMatchObject({
    status: 401,
    body: { error: 'unauthorized' },
  });
  const limited = await newToken(site, 'statistics');
  expect(await form('h=entry&content=None', limited)).toMatchObject({
    status: 401,
    body: { error: 'insufficient_scope' },
  });
  const draft = await newToken(site, 'draft');
  expect((await post({ action: 'delete', url }, draft)).body.error).toBe('insufficient_scope');
});

test('the home page names the endpoints, in its head and as a header', async () => {
  const home = await fetch(`${site.url}/`);
  const html = await home.text();
  for (const rel of ['micropub', 'authorization_endpoint', 'token_endpoint', 'indieauth-metadata']) {
    expect(home.headers.get('link')).toContain(`rel="${rel}"`);
    expect(html).toContain(`<link rel="${rel}"`);
  }
});

describe('authorization', () => {
  const verifier = 'a'.repeat(50);
  const request = {
    response_type: 'code',
    client_id: 'http://localhost:9/',
    redirect_uri: 'http://localhost:9/back',
    state: 'state 1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'create media',
  };
  const ask = (changes: object = {}) =>
    site.admin.get<{ scopes: string[] }>(
      `/webapi/api/admin/authorizations?${new URLSearchParams({ ...request, ...changes } as Record<string, string>)}`,
    );
  const allow = async (changes: object = {}, scopes: string[] | null = ['draft', 'media']) => {
    const body = { request: { ...request, ...changes }, scopes, days: 30 };
    const { body: answer } = await site.admin.post<{ redirect: string }>(
      '/webapi/api/admin/authorizations',
      body,
    );
    return new URL(answer.redirect);
  };
  const exchange = (changes: Record<string, string>, path = '/oauth/token') =>
    callAs<Record<string, string>>(
      site,
      '',
      'POST',
      path,
      new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: request.client_id,
        redirect_uri: request.redirect_uri,
        code_verifier: verifier,
        ...changes,
      }),
    );

  test('a code is exchanged once for a token with the chosen scopes', async () => {
    expect((await ask()).body.scopes).toEqual(['draft', 'publish', 'media']);
    const redirect = await allow();
    expect([redirect.origin, redirect.searchParams.get('state'), redirect.searchParams.get('iss')]).toEqual([
      'http://localhost:9',
      'state 1',
      `${site.blog.siteUrl()}/`,
    ]);
    const code = redirect.searchParams.get('code') ?? '';
    expect((await exchange({ code, code_verifier: 'b'.repeat(50) })).body.error).toBe('invalid_grant');
    expect((await exchange({ code, redirect_uri: 'http://localhost:9/other' })).body.error).toBe(
      'invalid_grant',
    );
    expect((await exchange({ code, client_id: 'http://localhost:8/' })).body.error).toBe('invalid_grant');
    const { status, body } = await exchange({ code });
    expect([status, body.token_type, body.scope, body.me]).toEqual([
      200,
      'Bearer',
      'draft media create update',
      `${site.blog.siteUrl()}/`,
    ]);
    const created = await postAt(locationOf(await entry({ content: ['By an app'] }, body.access_token)));
    expect(created.active).toBe(0);
    // A code that is used twice may have been stolen, so its token is revoked.
    expect((await exchange({ code })).body.error).toBe('invalid_grant');
    expect((await entry({ content: ['x'] }, body.access_token)).status).toBe(401);
  });

  test('an app can ask who the owner is, revoke its token, and be refused', async () => {
    const code = (await allow()).searchParams.get('code') ?? '';
    expect((await exchange({ code }, '/oauth/authorize')).body).toEqual({ me: `${site.blog.siteUrl()}/` });
    const { body } = await exchange({ code: (await allow()).searchParams.get('code') ?? '' });
    await callAs(site, '', 'POST', '/oauth/revoke', new URLSearchParams({ token: body.access_token ?? '' }));
    expect((await entry({ content: ['x'] }, body.access_token)).status).toBe(401);
    const activity = site.blog.db.selectFrom('activity').select('what').orderBy('id', 'desc');
    expect((await activity.executeTakeFirst())?.what).toMatch(/^Revoked the access token/);
    expect((await allow({}, null)).searchParams.get('error')).toBe('access_denied');
  });

  test.each([
    { redirect_uri: 'https://evil.example/back' },
    { redirect_uri: 'http://localhost:9@evil.example/' },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: 'http://localhost:9/back#fragment' },
    { client_id: 'not a url' },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
    { response_type: 'token' },
  ])('%j is refused', async (changes) => {
    expect((await ask(changes)).status).toBeGreaterThanOrEqual(400);
  });

  test('an app registers, and only its own redirect URIs are used', async () => {
    const redirect_uris = ['http://127.0.0.1:33418/callback', 'myapp.example:/back'];
    const { status, body } = await callAs<{ client_id: string }>(site, '', 'POST', '/oauth/register', {
      client_name: 'An assistant',
      redirect_uris,
    });
    expect(status).toBe(201);
    // The port of an app on this machine is not known in advance.
    for (const redirect_uri of ['http://127.0.0.1:5/callback', 'myapp.example:/back'])
      expect((await ask({ client_id: body.client_id, redirect_uri })).body).toMatchObject({
        client_name: 'An assistant',
      });
    for (const redirect_uri of ['http://127.0.0.1:5/other', 'https://evil.example/'])
      expect((await ask({ client_id: body.client_id, redirect_uri })).status).toBe(422);
    expect((await ask({ client_id: `${body.client_id}x` })).status).toBe(422);
    const bad = await callAs(site, '', 'POST', '/oauth/register', {
      redirect_uris: ['http://evil.example/'],
    });
    expect(bad.status).toBe(400);
  });

  test('the documents of discovery agree', async () => {
    const { body } = await callAs<Record<string, unknown>>(
      site,
      '',
      'GET',
      '/.well-known/oauth-authorization-server',
    );
    expect(body).toMatchObject({
      issuer: `${site.blog.siteUrl()}/`,
      code_challenge_methods_supported: ['S256'],
    });
    const { body: resource } = await callAs(site, '', 'GET', '/.well-known/oauth-protected-resource/mcp');
    expect(resource).toMatchObject({
      resource: `${site.blog.siteUrl()}/mcp`,
      authorization_servers: [body.issuer],
    });
  });
});

test('no request caused a server error', () => expect(site.errors).toEqual([]));
