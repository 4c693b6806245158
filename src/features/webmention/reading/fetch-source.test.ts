import type { lookup } from 'node:dns';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OtherSite, otherSite } from '../../../../tests/support/other-site.ts';
import { fetchSource } from './fetch-source.ts';

let other: OtherSite;
beforeAll(async () => {
  other = await otherSite();
});
afterAll(() => other.close());

const strangers = ['127.0.0.1'];
const resolveTo = (address: string): typeof lookup =>
  ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(null, [{ address, family: 4 }])) as unknown as typeof lookup;

test.each([
  [404, 'gone'],
  [410, 'gone'],
  [500, 'later'],
  [503, 'later'],
  [429, 'later'],
  [401, 'unusable'],
  [403, 'unusable'],
  [451, 'unusable'],
])('status %i: %s', async (status, outcome) => {
  other.pages.set('/status', (response) => void response.writeHead(status).end());
  expect(await fetchSource(`${other.url}/status`, { strangers })).toBe(outcome);
});

test('says which types it prefers, and where redirects led', async () => {
  other.pages.set('/from', (response) => void response.writeHead(301, { location: '/to' }).end());
  other.pages.set('/to', (response, { headers }) => {
    response.setHeader('content-type', 'text/html').end(headers.accept);
  });
  const fetched = await fetchSource(`${other.url}/from`, { strangers });
  if (typeof fetched === 'string') throw new Error(fetched);
  expect([fetched.page.url, fetched.page.type]).toEqual([`${other.url}/to`, 'text/html']);
  expect(Buffer.from(fetched.page.bytes).toString()).toMatch(/^text\/html/);
});

test('asks no private address: written, named by DNS or redirected to', async () => {
  other.pages.set('/secret', 'secret');
  const { port } = new URL(other.url);
  const asked = () => other.requests.filter((url) => url === '/secret').length;
  for (const source of [`${other.url}/secret`, `http://localhost:${port}/secret`, 'http://169.254.169.254/'])
    expect(await fetchSource(source, {}), source).toMatch(/later|unusable/);
  const named = 'http://innocent.example/secret';
  expect(await fetchSource(named, { resolve: resolveTo('127.0.0.1') })).toBe('later');
  expect(await fetchSource(named, { resolve: resolveTo('169.254.169.254') })).toBe('later');
  for (const location of ['http://127.0.0.2/', 'http://[::1]/', 'http://10.0.0.1/', 'file:///etc/passwd']) {
    other.pages.set('/away', (response) => void response.writeHead(302, { location }).end());
    expect(await fetchSource(`${other.url}/away`, { strangers }), location).toMatch(/later|unusable/);
  }
  expect(asked()).toBe(0);
  // Control: with the address allowed, the same request is made.
  expect(await fetchSource(`${other.url}/secret`, { strangers })).toBeTypeOf('object');
  expect(asked()).toBe(1);
});

test('gives up on what is too large, compressed or endless', async () => {
  other.pages.set('/large', 'x'.repeat(1_000_001));
  other.pages.set('/declared', (response) => {
    response.writeHead(200, { 'content-length': '10000000' }).write('x');
  });
  other.pages.set('/bomb', (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)));
  });
  other.pages.set('/endless', (response) => {
    const more = () => {
      while (!response.destroyed) if (!response.write('x'.repeat(100_000))) return;
    };
    response.on('drain', more);
    more();
  });
  for (const path of ['/large', '/declared', '/bomb', '/endless'])
    expect(await fetchSource(other.url + path, { strangers }), path).toBe('unusable');
});
