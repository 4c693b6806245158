import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** Cached pages and files skip the request pipeline. Their responses must be complete all the same. */
let server: TestSite;
let path: string;

beforeAll(async () => {
  server = await startSite();
  const owner = new Client(server.url);
  await owner.login();
  const { body } = await owner.post<{ post_title_web: string }>('/webapi/api/posts', {
    post_title: 'Often read',
    post_content: '<p>Words.</p>',
    active: true,
  });
  path = `/post/${body.post_title_web}`;
});
afterAll(() => server.dispose());

type Answer = { status: number; headers: Record<string, unknown>; bytes: Buffer };

/** Unlike fetch, does not decompress the body. */
function ask(to: string, headers: Record<string, string | string[]> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(server.url + to, { headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(parts),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const stableHeaders = ({
  headers: { date, connection, 'keep-alive': _, 'x-request-id': id, ...rest },
}: Answer) => rest;

test.each(['identity', 'gzip', 'br'])(
  'a cached page has the headers and body of the rendered page (%s)',
  async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const rendered = await ask(`${path}?show=${5 * encoding.length}`, headers);
    const cached = await ask(`${path}?show=${5 * encoding.length}`, headers);
    expect(rendered.headers['content-security-policy']).toContain("default-src 'none'");
    expect(stableHeaders(cached)).toEqual(stableHeaders(rendered));
    expect(cached.bytes).toEqual(rendered.bytes);
    expect(cached.headers['x-request-id']).not.toBe(rendered.headers['x-request-id']);
    const byHead = await ask(path, headers, 'HEAD');
    expect([byHead.status, byHead.bytes.length]).toEqual([200, 0]);
  },
);

test('a matching ETag, also a weak one or one of several, is answered with 304 and the security headers', async () => {
  const { headers } = await ask(path);
  for (const tag of [String(headers.etag), `W/${headers.etag}`, `"other", ${headers.etag}`]) {
    const known = await ask(path, { 'if-none-match': tag });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    expect(known.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(known.headers['content-length']).toBeUndefined();
  }
  expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200);
});

test('unknown query parameters get the cached page', async () => {
  const plain = await ask(path);
  const asked = await ask(`${path}?utm_source=x&fbclid=y`);
  expect([asked.headers.etag, asked.bytes]).toEqual([plain.headers.etag, plain.bytes]);
});

test('the cookie of a session bypasses the cache, wherever it is among the cookies; an invented one does not', async () => {
  await ask(path);
  const owner = new Client(server.url);
  await owner.login();
  const session = owner.cookies.get('session');
  for (const cookie of [
    `session=${session}`,
    `a=b; session=${session}; c=d`,
    ['a=b', `session=${session}`],
  ]) {
    const own = await ask(path, { cookie });
    expect(own.headers['cache-control']).toBe('private, no-store');
    expect(own.headers.etag).toBeUndefined();
  }
  const invented = `${session?.slice(0, -1)}${session?.endsWith('A') ? 'B' : 'A'}`;
  for (const cookie of ['visitor=abc; theme=dark', `session=${'a'.repeat(43)}`, `session=${invented}`])
    expect((await ask(path, { cookie })).headers['cache-control'], cookie).toBe('public, no-cache');
});

test('build files are compressed, immutable, and have the security headers', async () => {
  const html = (await ask('/')).bytes.toString();
  const script = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? '';
  const plain = await ask(script);
  const compressed = await ask(script, { 'accept-encoding': 'gzip, br' });
  expect(brotliDecompressSync(compressed.bytes)).toEqual(plain.bytes);
  expect((await ask(script, { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
  expect(compressed.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  });
  const byHead = await ask(script, { 'accept-encoding': 'gzip, br' }, 'HEAD');
  expect(stableHeaders(byHead)).toEqual(stableHeaders(compressed));
});

test('cached responses are logged', async () => {
  await ask(path);
  const { headers } = await ask(path);
  await expect.poll(() => server.output()).toContain(`"id":"${headers['x-request-id']}"`);
});

test.each([
  ['a search', '/search?q=words', 200],
  ['a missing post', '/post/never-written', 404],
])('%s is rendered for each request and compressed all the same', async (_, to, status) => {
  const plain = await ask(to);
  const packed = await ask(to, { 'accept-encoding': 'gzip, br' });
  expect([plain.status, packed.status]).toEqual([status, status]);
  expect([plain.headers.vary, packed.headers.vary]).toEqual(['accept-encoding', 'accept-encoding']);
  expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br']);
  expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
  const byHead = await ask(to, { 'accept-encoding': 'gzip, br' }, 'HEAD');
  expect(byHead.bytes.length).toBe(0);
  expect(byHead.headers['content-length']).toBe(packed.headers['content-length']);
});

test.each(['?comment=1', '?commented=1', '?voted=counted'])(
  '%s: a page for one person is not compressed, because its length could reveal what it contains',
  async (search) => {
    const { status, headers } = await ask(path + search, { 'accept-encoding': 'gzip, br' });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, undefined]);
    expect(headers['cache-control']).toContain('private');
  },
);
