import { describe, expect, test } from 'vitest';
import { ask, say } from '../support/raw-http.ts';
import { startSite } from '../support/site.ts';

const foreign = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  'localhost@evil',
];
const own = [
  'localhost',
  'localhost:1',
  'LOCALHOST:3000',
  '127.0.0.1',
  '127.0.0.1:80',
  '[::1]',
  '[::1]:3000',
];

const statusOf = async (url: string, host: string, path = '/') =>
  (await ask(url + path, { headers: { host } })).status;

describe('a local site', () => {
  test('answers only to local host names, against DNS rebinding', async () => {
    await using server = await started({});
    // A rendered page, a cached page, a file, an API call and a health check take different code paths.
    for (const path of ['/', '/', '/favicon.svg', '/theme.css', '/webapi/getposts', '/healthz']) {
      for (const host of foreign) expect(await statusOf(server.url, host, path), `${host} ${path}`).toBe(421);
      for (const host of own) expect(await statusOf(server.url, host, path), `${host} ${path}`).toBe(200);
    }
    const { body, headers } = await ask(server.url, { headers: { host: 'evil.example' } });
    expect(body.toString()).toMatch(/SITE_URL/);
    expect(headers['content-security-policy']).toHaveLength(1);
    const api = await ask(`${server.url}/webapi/getposts`, { headers: { host: 'evil.example' } });
    expect(JSON.parse(api.body.toString()).error.code).toBe('misdirected');
    // No browser sends a request without a host.
    expect((await say(server.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('answers only to local host names if SITE_URL is local', async () => {
    await using server = await started({ SITE_URL: 'http://127.0.0.1:8080' });
    expect(await statusOf(server.url, '127.0.0.1:8080')).toBe(200);
    expect(await statusOf(server.url, 'evil.example')).toBe(421);
  });
});

test.each([
  ['SITE_URL names a public site', { SITE_URL: 'https://blog.example.org' }],
  ['it listens on a public IP address', { HOST: '0.0.0.0' }],
])('any host name is answered if %s', async (_, env) => {
  await using server = await started(env);
  for (const host of ['blog.example.org', 'upstream', '10.0.0.1:3000', 'localhost'])
    expect(await statusOf(server.url, host), host).toBe(200);
});

async function started(env: Record<string, string>) {
  const server = await startSite({ env });
  return { url: server.url.replace('localhost', '127.0.0.1'), [Symbol.asyncDispose]: () => server.dispose() };
}
