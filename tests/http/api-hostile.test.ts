import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { modules } from '../../src/modules.ts';
import { modulesOn, routesOf } from '../../src/platform/module.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const json = { 'Content-Type': 'application/json' };
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

onEachDatabase('hostile requests', (kind) => {
  let site: ApiSite;
  let visitor: ApiClient;
  beforeAll(async () => {
    site = await apiSite(kind);
    visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const create = (body: unknown, headers: Record<string, string | null> = json) =>
    site.admin.post<Post>('/webapi/api/posts', body, { headers });

  describe('request bodies', () => {
    test.each([
      ['', 400],
      ['{', 400],
      ['{"post_title": "x",}', 400],
      ["{'post_title': 'x'}", 400],
      ['[]', 400],
      ['null', 400],
      ['"text"', 400],
      ['1', 400],
      ['NaN', 400],
      [`${'['.repeat(200_000)}`, 400],
      [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400],
      [`{"post_title":${nested(100_000)}}`, 422],
      [`{"unknown":${nested(100_000)}}`, 201],
      ['{"__proto__":{"post_title":"x"},"constructor":1}', 201],
      ['{"post_title":"a","post_title":"b"}', 201],
    ])('%.40s is answered with %i', async (body, status) => {
      expect((await create(body)).status).toBe(status);
    });

    test('that are not UTF-8 are answered with 400', async () => {
      const bytes = Buffer.concat([
        Buffer.from('{"post_title":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}'),
      ]);
      expect((await create(new Uint8Array(bytes))).status).toBe(400);
      expect((await create(new Uint8Array(Buffer.from('{"post_title":"x"}', 'utf16le')))).status).toBe(400);
    });

    test.each([
      null,
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=latin1',
      'multipart/form-data; boundary=x',
    ])('of the content type %s are answered with 415', async (type) => {
      expect((await create(new Uint8Array(Buffer.from('{}')), { 'Content-Type': type })).status).toBe(415);
      const refused = await visitor.post('/webapi/api/vote/1', new Uint8Array(Buffer.from('{"voteVal":1}')), {
        headers: { 'Content-Type': type },
      });
      expect(refused.status).toBe(415);
    });

    test('may name the charset UTF-8 but may not be compressed', async () => {
      for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])
        expect((await create('{}', { 'Content-Type': type })).status).toBe(201);
      expect((await create('{}', { ...json, 'Content-Encoding': 'gzip' })).status).toBe(415);
    });

    test('are limited to 64 KB from visitors and 5 MB from administrators', async () => {
      const { id } = await site.createPost();
      const path = `/webapi/api/posts/comment/${id}`;
      const filled = (size: number) => {
        const frame = JSON.stringify({ comment_text: 'Hello', unknown: '' });
        return JSON.stringify({ comment_text: 'Hello', unknown: 'x'.repeat(size - frame.length) });
      };
      expect((await visitor.post(path, filled(64 * 1024), { headers: json })).status).toBe(201);
      expect((await visitor.post(path, filled(64 * 1024 + 1), { headers: json })).status).toBe(413);
      expect((await visitor.post(path, filled(3_000_000), { headers: json })).status).toBe(413);
      expect((await create(filled(5 * 1024 * 1024))).status).toBe(201);
      expect((await create(filled(5 * 1024 * 1024 + 1))).status).toBe(413);
    });

    test('that are chunked have the same limit, and the client receives the 413', async () => {
      const { id } = await site.createPost();
      const send = (bytes: number) =>
        new Promise<number>((resolve, reject) => {
          const request = rawRequest(
            `${site.url}/webapi/api/posts/comment/${id}`,
            {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '',
                cookie: `visitor=${visitor.cookies.get('visitor')}`,
                'x-forwarded-for': site.visitor().address,
              },
            },
            (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            },
          );
          request.on('error', reject);
          const start = '{"comment_text":"Hello","unknown":"';
          const filler = Array.from({ length: Math.ceil(bytes / 16_384) }, () => 'x'.repeat(16_384));
          Readable.from([start, ...filler, '"}']).pipe(request);
        });
      expect(await send(20_000)).toBe(201);
      expect(await send(200_000)).toBe(413);
      expect(await send(5_000_000)).toBe(413);
    });

    test('are ignored by routes that take none', async () => {
      const { id } = await site.createPost();
      const put = (body: unknown) => site.admin.put(`/webapi/api/posts/status/${id}/1`, body);
      expect((await put('not json')).status).toBe(200);
      expect((await put({ any: 'thing' })).status).toBe(200);
    });
  });

  describe('paths and methods', () => {
    test.each([
      '/webapi',
      '/webapi/nothing',
      '/webapi/api',
      '/webapi/api/posts/1/2',
      '/webapi/api/posts/1/2/3',
      '/webapi/api/posts/1/2/3/4/5',
      '/webapi/api/tasks/1',
      '/webapi/..%2F..%2Fetc%2Fpasswd',
    ])('GET and POST of %s are answered with 404', async (path) => {
      expect((await visitor.get(path)).status).toBe(404);
      expect((await site.admin.post(path, {})).status).toBe(404);
    });

    test('a wrong method is answered with 405 and an Allow header', async () => {
      const allowed = new Map<string, Set<string>>();
      for (const { method, path } of routesOf(modulesOn(modules, site.blog))) {
        const concrete = path.replace(/:\w+/g, '1');
        allowed.set(concrete, (allowed.get(concrete) ?? new Set()).add(method));
      }
      for (const [path, methods] of allowed)
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
          if (methods.has(method)) continue;
          const answer = await site.admin.request(method, `/webapi${path}`);
          expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 405`);
          const allow = answer.headers.get('allow')?.split(', ') ?? [];
          for (const expected of methods) expect(allow).toContain(expected);
          expect(allow).not.toContain(method);
          expect(allow.includes('HEAD')).toBe(allow.includes('GET'));
        }
    });

    test('HEAD answers like GET without the body', async () => {
      for (const path of [
        '/webapi/getposts',
        '/webapi/api/posts/5/0/!null/!null',
        '/webapi/api/posts/999999',
      ]) {
        const [head, get] = [await visitor.request('HEAD', path), await visitor.get(path)];
        expect(head.status).toBe(get.status);
        expect(head.text).toBe('');
        for (const name of ['content-type', 'x-total-count', 'cache-control'])
          expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
      expect((await visitor.request('HEAD', '/webapi/api/admin/posts')).status).toBe(401);
    });

    test('a malformed host, URL or encoding causes no server error', async () => {
      const { port } = new URL(site.url);
      const send = (text: string) =>
        new Promise<string>((resolve) => {
          let answer = '';
          const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
          socket.setEncoding('utf8').on('data', (chunk: string) => {
            answer += chunk;
          });
          socket.on('error', () => resolve(answer));
          socket.on('close', () => resolve(answer));
        });
      const get = async (target: string, host = 'Host: localhost\r\n') => {
        const answer = await send(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
        return {
          status: Number(answer.slice(9, 12)),
          location: /^location: (.*)\r$/im.exec(answer)?.[1] ?? null,
          answer,
        };
      };
      expect((await get('/webapi/getposts')).status).toBe(200);
      expect((await get(`http://localhost:${port}/webapi/getposts`)).status).toBe(200);
      expect((await get('//webapi/getposts')).location).toBe('/webapi/getposts');
      for (const host of ['Host: a b\r\n', 'Host: evil.example/x\r\n', 'Host: [::1\r\n', 'Host: \r\n']) {
        const { status, answer } = await get('/webapi/getposts', host);
        expect([400, 421]).toContain(status);
        if (status === 400) expect(answer).toMatch(/^connection: close|"code":"malformed"/im);
      }
      for (const target of [
        '/%',
        '/%zz',
        '/%00',
        '/%c3%28',
        '//',
        '///',
        '/\\',
        '/?%',
        '/webapi/%',
        '/webapi/api/posts/%E0%A4%A',
        '/webapi/api\\posts/1',
        '/images/%2e%2e/x',
        '/images/..%5c',
        '*',
      ])
        expect(`${target} ${(await get(target)).status}`).toMatch(/ [234]\d\d$/);
      // A redirect never leaves the site.
      for (const target of [
        '//evil.example/',
        '/\\evil.example/',
        '///evil.example/%2f..',
        '/\\/evil.example/',
        '/%5cevil.example/',
      ]) {
        const { location } = await get(target);
        if (location) expect(new URL(location, site.url).origin).toBe(new URL(site.url).origin);
      }
      expect((await get(`/webapi/api/posts/${'1'.repeat(8000)}`)).status).toBe(400);
      expect((await get(`/webapi/api/posts/${'a'.repeat(8000)}/directByTitle`)).status).toBe(400);
      expect((await get(`/${'a'.repeat(100_000)}`)).status).toBe(431);
      expect((await send('NONSENSE\r\n\r\n')).slice(9, 12)).toBe('400');
    });
  });

  test('every text field drops NUL and control characters and replaces lone surrogates', async () => {
    const odd = 'a\u0000b\ud800c\udfffd\u0007e\u202ef\ufffeg';
    const clean = 'ab\ufffdc\ufffdde\u202ef\ufffeg';
    const raw = (body: unknown) => JSON.stringify(body);
    const { body: post } = await create(raw({ post_title: odd, post_content: `<p>${odd}</p>` }));
    expect(post.post_title).toBe(clean);
    expect(post.post_content).toMatch(/^<p>a.*g<\/p>$/);
    expect(post.post_content).not.toContain('\u0000');
    expect(post.post_content).not.toContain('\u0007');
    expect(post.post_content.isWellFormed()).toBe(true);
    const again = await site.admin.put<Post>(
      `/webapi/api/posts/${post.id}`,
      raw({ post_title: `${odd}!`, post_content: odd }),
      { headers: json },
    );
    expect(again.body.post_title).toBe(`${clean}!`);

    const { id } = await site.createPost();
    const comment = await visitor.post<Comment>(
      `/webapi/api/posts/comment/${id}`,
      raw({ comment_text: odd, user_name: odd }),
      { headers: json },
    );
    expect(comment.status).toBe(201);
    expect(comment.body.comment_text).toBe(clean);
    expect(comment.body.user_name.isWellFormed()).toBe(true);

    const set = await site.admin.put('/webapi/tasks/1', raw({ title: odd, message: odd, active: 1 }), {
      headers: json,
    });
    expect(set.body).toEqual({ id: 1, title: clean, message: clean, active: true });
    const settings = await site.admin.put(
      '/webapi/api/admin/site',
      raw({ site_name: odd, site_description: odd, thank_you_line: odd, fan_site_label: odd }),
      { headers: json },
    );
    expect(settings.body).toMatchObject({
      site_name: clean,
      site_description: clean,
      thank_you_line: clean,
      fan_site_label: clean,
    });
    const user = await site.admin.post<{ username: string }>(
      '/webapi/api/admin/users',
      raw({ username: odd, password: `${odd} long enough` }),
      { headers: json },
    );
    expect(user.body.username).toBe(clean);
    expect((await site.signIn(site.visitor(), odd, `${odd} long enough`)).status).toBe(200);
    expect(
      (await site.admin.post('/webapi/api/admin/cat', raw({ category_path: odd }), { headers: json })).status,
    ).toBe(422);

    const url = encodeURIComponent('a\u0000b\u0007');
    for (const path of [
      `/api/posts/5/0/${url}/${url}`,
      `/api/posts/tag/5/${url}`,
      `/api/posts/${url}/0/random`,
      `/api/posts/${url}/directByTitle`,
    ])
      expect((await visitor.get(`/webapi${path}`)).status).toBe(400);
    expect((await visitor.get(`/webapi/api/search/5/0?q=${url}%ed%a0%80`)).status).toBe(200);
    expect((await site.admin.get(`/webapi/api/admin/posts?search=${url}%00%ed%a0%80`)).status).toBe(200);
    expect((await site.admin.post(`/webapi/api/tag/${id}/${url}`)).status).toBeLessThan(500);
  });
});
