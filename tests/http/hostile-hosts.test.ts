import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { postWithCover } from '../support/post-with-cover.ts';
import { ask, type RawAnswer, say } from '../support/raw-http.ts';
import { startSite, type TestSite } from '../support/site.ts';

const siteUrl = 'https://blog.example.org';
const evil = 'evil.example';

/** Every header that could make a server use another host, scheme, path or method. */
const forged = {
  host: evil,
  'x-forwarded-host': evil,
  'x-forwarded-server': evil,
  'x-forwarded-proto': 'http',
  'x-forwarded-scheme': 'http',
  'x-forwarded-port': '666',
  'x-forwarded-prefix': `/${evil}`,
  'x-original-host': evil,
  'x-original-url': `/${evil}`,
  'x-rewrite-url': `/${evil}`,
  'x-http-method-override': 'DELETE',
  'x-host': evil,
  forwarded: `for=1.2.3.4;host=${evil};proto=http`,
  origin: `http://${evil}`,
  referer: `http://${evil}/`,
};

/** The response without the parts that differ for every request. */
function comparable({ status, headers, body }: RawAnswer) {
  const { date: _, 'x-request-id': id, 'keep-alive': ___, connection: ____, ...rest } = headers;
  // Cookie values are new for each visitor.
  const cookies = rest['set-cookie']?.map((cookie) => cookie.replace(/=[^;]*/, '='));
  const text = body
    .toString('latin1')
    .replaceAll(id?.[0] ?? '-', '')
    .replaceAll(/(form_id" value="|formId&quot;:&quot;)[\w-]+/g, '$1');
  return { status, headers: { ...rest, 'set-cookie': cookies }, body: text };
}

/** Expects the same response with and without forged headers. */
async function expectUnaffected(base: string, path: string): Promise<void> {
  // The forged request comes first, so that it fills the cache.
  const first = await ask(base + path, { headers: forged });
  const honest = await ask(base + path, { headers: { host: 'blog.example.org' } });
  const again = await ask(base + path, { headers: forged });
  for (const answer of [first, honest, again]) {
    const { status, headers, body } = comparable(answer);
    expect(JSON.stringify(headers) + body, path).not.toContain(evil);
    expect(body, path).not.toMatch(/127\.0\.0\.1|:666/);
    const [location] = answer.headers.location ?? [];
    if (status >= 300 && status < 304) expect(location, path).toMatch(/^\/(?![/\\])/);
  }
  expect(comparable(first), path).toEqual(comparable(honest));
  expect(comparable(again), path).toEqual(comparable(honest));
}

describe.each([
  ['without a proxy', {}],
  ['behind a trusted proxy', { TRUST_PROXY: '1' }],
])('%s', (_, env) => {
  let server: TestSite;
  let post: Post;

  beforeAll(async () => {
    server = await startSite({ env: { SITE_URL: siteUrl, ...env } });
    const owner = new Client(server.url);
    await owner.login();
    ({ post } = await postWithCover(owner, {
      post_title: 'Whose house',
      post_content: '<p>Words. <a href="/there">There</a></p>',
    }));
  });
  afterAll(() => server?.dispose());

  test('no forged header changes a response or gets into the cache', async () => {
    const paths = [
      '/',
      '/?view=compact',
      `/post/${post.post_title_web}`,
      `/post/${post.post_title_web}?comment=1`,
      `/post/${post.post_title_web}/`,
      `/post?name=${post.id}`,
      '/post/nothing-here',
      '/nowhere',
      '/admin',
      '/login',
      '/search?q=words',
      '/feed.xml',
      '/feed.json',
      '/atom.xml',
      '/sitemap.xml',
      '/sitemap-1.xml',
      '/robots.txt',
      '/manifest.webmanifest',
      '/opensearch.xml',
      '/.well-known/security.txt',
      '/webapi/docs',
      '/webapi/openapi.json',
      '/webapi/getposts',
      '/webapi/api/site',
      `/webapi/api/posts/${post.post_title_web}/directByTitle`,
      '/missing.txt',
      '/webapi/nothing',
    ];
    for (const path of paths) await expectUnaffected(server.url, path);
  });

  test('absolute URLs use SITE_URL', async () => {
    for (const path of ['/feed.xml', '/sitemap-1.xml', '/robots.txt', '/webapi/openapi.json']) {
      const { body } = await ask(server.url + path, { headers: forged });
      expect(body.toString(), path).toContain(siteUrl);
    }
    const { body } = await ask(`${server.url}/post/${post.post_title_web}`, { headers: forged });
    expect(body.toString()).toContain(`<link rel="canonical" href="${siteUrl}/post/${post.post_title_web}"`);
  });

  test.each([
    `http://${evil}/nowhere`,
    `//${evil}/nowhere/`,
    `/\\${evil}/nowhere/`,
    `///${evil}/`,
    `/%2f%2f${evil}/`,
    `/nowhere/?to=//${evil}/`,
    `http://${evil}/post/`,
  ])('a redirect of %s stays on the site', async (target) => {
    const bytes = `GET ${target} HTTP/1.1\r\nHost: ${evil}\r\nConnection: close\r\n\r\n`;
    const { headers, status } = await say(server.url, bytes);
    expect(status).toBeGreaterThanOrEqual(300);
    const [location = '/'] = headers.location ?? [];
    expect(new URL(location, siteUrl).origin).toBe(siteUrl);
  });

  test('a cross-origin form is rejected even with a forged host', async () => {
    const url = `${server.url}/post/${post.post_title_web}`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (headers: Record<string, string>) =>
      ask(url, { method: 'POST', body: 'intent=vote', headers: { ...form, ...headers } });
    const forgedHost = { 'x-forwarded-host': evil, origin: `https://${evil}`, host: 'blog.example.org' };
    expect((await send(forgedHost)).status).toBe(403);
    expect((await send({ ...forgedHost, origin: siteUrl, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    // Control: the same form from a page of the site counts.
    expect((await send({ origin: siteUrl })).status).toBe(303);
  });
});

test.each([
  ['links', (request: IncomingMessage) => `<a href="//${request.headers.host}/">`],
  ['the scheme', (request: IncomingMessage) => `${request.headers['x-forwarded-proto'] ?? 'https'}:`],
])('control: a server that takes %s from the request is detected', async (_, page) => {
  const server = createServer((request, response) => response.end(page(request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await expect(expectUnaffected(`http://127.0.0.1:${port}`, '/')).rejects.toThrow();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test('forged IP addresses do not get around the rate limit of comments', async () => {
  const server = await startSite();
  try {
    const owner = new Client(server.url);
    await owner.login();
    const { body: post } = await owner.post<Post>('/webapi/api/posts', {
      post_title: 'Much talk',
      post_content: '<p>Words.</p>',
      active: true,
    });
    const comment = async (number: number) => {
      const client = new Client(server.url);
      const address = `198.51.100.${number}`;
      const headers = {
        'X-Forwarded-For': address,
        'X-Real-IP': address,
        'X-Client-IP': address,
        'CF-Connecting-IP': address,
        'True-Client-IP': address,
        Forwarded: `for=${address}`,
      };
      await client.get('/webapi/api/admin/auth', { headers });
      const path = `/webapi/api/posts/comment/${post.id}`;
      return (await client.post(path, { comment_text: `Comment ${number}` }, { headers })).status;
    };
    for (let number = 1; number <= 10; number++) expect(await comment(number)).toBe(201);
    expect(await comment(11)).toBe(429);
  } finally {
    await server.dispose();
  }
});
