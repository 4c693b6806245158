import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { schemeScript } from '../../src/platform/web/ui/scheme-script.ts';
import { Client } from '../support/client.ts';
import { postWithCover } from '../support/post-with-cover.ts';
import { ask, type RawAnswer, say } from '../support/raw-http.ts';
import { startSite, type TestSite } from '../support/site.ts';

const policy = {
  'default-src': "'none'",
  'script-src': `'self' 'sha256-${createHash('sha256').update(schemeScript).digest('base64')}'`,
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' https: data:",
  'media-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

const policyOf = (answer: RawAnswer): Record<string, string> =>
  Object.fromEntries(
    (answer.headers['content-security-policy'] ?? []).flatMap((text) =>
      text.split('; ').map((part) => {
        const [name = '', ...values] = part.split(' ');
        return [name, values.join(' ')];
      }),
    ),
  );

function check(answer: RawAnswer, place: string, https: boolean): void {
  const one = (name: string) => {
    expect(answer.headers[name], `${place}: ${name}`).toHaveLength(1);
    return answer.headers[name]?.[0] ?? '';
  };
  expect(policyOf(answer), place).toEqual({
    ...policy,
    ...(https ? { 'upgrade-insecure-requests': '' } : {}),
    // The appearance screen shows the site in a frame.
    ...(place.startsWith('GET /admin') && answer.headers['content-type'] ? { 'frame-src': "'self'" } : {}),
  });
  expect(one('content-security-policy')).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/);
  expect(one('x-content-type-options'), place).toBe('nosniff');
  expect(one('referrer-policy'), place).toBe('strict-origin-when-cross-origin');
  expect(one('permissions-policy'), place).toMatch(/camera=\(\).*microphone=\(\)/);
  expect(one('cross-origin-opener-policy'), place).toBe('same-origin');
  // Other sites may embed images, feeds and similar documents.
  expect(['same-origin', 'cross-origin'], place).toContain(one('cross-origin-resource-policy'));
  expect(one('x-frame-options'), place).toBe('DENY');
  if (https) expect(one('strict-transport-security'), place).toBe('max-age=31536000');
  else expect(answer.headers['strict-transport-security'], place).toBeUndefined();
  for (const name of ['server', 'x-powered-by']) expect(answer.headers[name], place).toBeUndefined();
  for (const cookie of answer.headers['set-cookie'] ?? []) checkCookie(cookie, https);
  if (answer.headers['content-type']?.[0]?.startsWith('text/html')) checkHtml(answer.body.toString(), place);
}

/** XSRF-TOKEN is readable by scripts. It is useless without the HttpOnly cookie that it is bound to. */
function checkCookie(cookie: string, https: boolean): void {
  const [pair = '', ...attributes] = cookie.split('; ');
  const name = pair.split('=', 1)[0] ?? '';
  const readable = name === 'XSRF-TOKEN';
  expect(attributes, cookie).toContain('Path=/');
  expect(attributes, cookie).toContain('SameSite=Lax');
  expect(attributes.includes('Secure'), cookie).toBe(https);
  expect(attributes.includes('HttpOnly'), cookie).toBe(!readable);
  expect(cookie).not.toMatch(/Domain=/i);
  if (!readable) expect(name.startsWith('__Host-'), cookie).toBe(https);
}

/** Expects the page to need nothing that the Content Security Policy forbids. */
function checkHtml(html: string, place: string): void {
  // One inline script, allowed by its hash, sets the color scheme before the first paint.
  expect(schemeScript.length, place).toBeLessThan(200);
  for (const [tag] of html.replace(`<script>${schemeScript}</script>`, '').matchAll(/<script\b[^>]*>/g))
    expect(tag, place).toMatch(/\ssrc="\/[^"/]|\stype="application\/(ld\+)?json"/);
  expect(html, place).not.toMatch(/<style\b|<base\b|javascript:/i);
  expect(html.replace(/<script type="application.*?<\/script>/gs, ''), place).not.toMatch(
    /<[^>]+\son[a-z]+\s*=/i,
  );
}

describe.each([
  ['http', undefined],
  ['https', 'https://blog.example.org'],
] as const)('security headers over %s', (scheme, siteUrl) => {
  const https = scheme === 'https';
  let server: TestSite;
  let owner: Client;
  let post: Post;
  let imagePath: string;
  let session: string;

  beforeAll(async () => {
    server = await startSite(siteUrl ? { env: { SITE_URL: siteUrl } } : {});
    owner = new Client(server.url);
    expect((await owner.login()).status).toBe(200);
    session = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const made = await postWithCover(owner, {
      post_title: 'Heads up',
      post_content: '<p style="color: red">Words.</p><pre><code>code</code></pre>',
    });
    post = made.post;
    imagePath = made.image.file_path;
  });
  afterAll(() => server?.dispose());

  test('are on every kind of response', async () => {
    const page = (await ask(`${server.url}/`)).body.toString();
    const script = /<script type="module" src="([^"]+)"/.exec(page)?.[1] ?? '';
    const style = /<link rel="stylesheet" href="(\/assets[^"]+)"/.exec(page)?.[1] ?? '';
    expect(script && style).toBeTruthy();
    const { etag } = (await ask(`${server.url}/`)).headers;
    const own = `/post/${post.post_title_web}`;
    type Case = [path: string, status: number, options?: Parameters<typeof ask>[1]];
    const cases: Case[] = [
      ['/', 200],
      ['/', 200, { headers: { 'accept-encoding': 'br' } }],
      ['/', 304, { headers: { 'if-none-match': etag?.[0] ?? '' } }],
      ['/', 200, { method: 'HEAD' }],
      [own, 200],
      [own, 200],
      [`${own}?comment=1`, 200],
      [own, 403, { method: 'POST', body: 'intent=vote', headers: { origin: 'https://evil.example' } }],
      [own, 200, { headers: { cookie: session } }],
      [own, 405, { method: 'DELETE' }],
      ['/post/nothing-here', 404],
      ['/search?q=words', 200],
      ['/login', 200],
      ['/apps/there', 200],
      ['/admin', 302],
      ['/admin', 200, { headers: { cookie: session } }],
      ['/nowhere', 302],
      [`${own}/`, 301],
      [`/post?name=${post.id}`, 301],
      ['/missing.png', 404],
      ['/%ff', 404],
      [script, 200],
      [style, 200],
      [script, 200, { method: 'HEAD' }],
      ['/theme.css', 200],
      [imagePath, 200],
      ['/images/nothing.webp', 404],
      ['/feed.xml', 200],
      ['/feed.xml', 200, { headers: { accept: 'text/html' } }],
      ['/feed.json', 200],
      ['/atom.xml', 200],
      ['/feed.xml', 405, { method: 'PUT' }],
      ['/sitemap.xml', 200],
      ['/robots.txt', 200],
      ['/manifest.webmanifest', 200],
      ['/favicon.svg', 200],
      ['/healthz', 200],
      ['/readyz', 200],
      ['/webapi/getposts', 200],
      ['/webapi/docs', 200],
      ['/webapi/docs.css', 200],
      ['/webapi/openapi.json', 200],
      ['/webapi/api/admin/auth', 200],
      ['/webapi/api/admin/users', 401],
      ['/webapi/api/admin/users', 200, { headers: { cookie: session } }],
      ['/webapi/api/vote/1', 403, { method: 'POST' }],
      ['/webapi/nothing', 404],
      ['/webapi/getposts', 405, { method: 'PUT' }],
      ['/webapi/api/posts/x', 400],
    ];
    for (const [path, status, options] of cases) {
      const place = `${options?.method ?? 'GET'} ${path} ${JSON.stringify(options?.headers ?? '')}`;
      const answer = await ask(server.url + path, options);
      expect(answer.status, place).toBe(status);
      check(answer, place, https);
    }
  });

  test.each([
    ['data that is not HTTP', 'hello\r\n\r\n', 400],
    ['headers of 9 KB', `GET / HTTP/1.1\r\nHost: a\r\nif-none-match: a${' '.repeat(9_000)}b\r\n\r\n`, 431],
    ['a header without end', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['a broken chunk', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown expectation',
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['too many pipelined requests', 'GET /webapi/api/cat/all HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40), 503],
  ])('are on the rejection of %s', async (name, bytes, status) => {
    const answer = await say(server.url, bytes);
    expect(answer.status).toBe(status);
    check(answer, name, https);
  });
});

test('control: the check detects a missing or weaker header', () => {
  const headers: Record<string, string[]> = {
    'content-security-policy': [
      Object.entries(policy)
        .map(([name, value]) => `${name} ${value}`)
        .join('; '),
    ],
    'x-content-type-options': ['nosniff'],
    'referrer-policy': ['strict-origin-when-cross-origin'],
    'permissions-policy': ['camera=(), geolocation=(), microphone=()'],
    'cross-origin-opener-policy': ['same-origin'],
    'cross-origin-resource-policy': ['same-origin'],
    'x-frame-options': ['DENY'],
  };
  const checked = (changed: Record<string, string[] | undefined>, body = '') => {
    const present = Object.entries({ ...headers, ...changed }).filter(([, value]) => value !== undefined);
    const answer = {
      status: 200,
      headers: Object.fromEntries(present) as RawAnswer['headers'],
      body: Buffer.from(body),
    };
    return () => check(answer, 'control', false);
  };
  expect(checked({})).not.toThrow();
  for (const name of Object.keys(headers)) expect(checked({ [name]: undefined }), name).toThrow();
  const weakened = headers['content-security-policy']?.[0]?.replace(
    "script-src 'self'",
    "script-src 'self' 'unsafe-inline'",
  );
  expect(checked({ 'content-security-policy': [weakened ?? ''] })).toThrow();
  expect(checked({ 'set-cookie': ['session=x; Path=/; SameSite=Lax'] })).toThrow();
  const html = { 'content-type': ['text/html'] };
  expect(checked(html, '<p>fine</p>')).not.toThrow();
  for (const bad of [
    '<script>x</script>',
    '<p onclick="x">',
    '<style>p{}</style>',
    '<a href="javascript:x">',
  ])
    expect(checked(html, bad), bad).toThrow();
});
