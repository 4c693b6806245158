import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Client } from './client.ts';

type Echo = { method: string; url: string; headers: Record<string, string>; body: string };

const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  if (request.url === '/webapi/api/admin/auth' && request.method === 'GET') {
    response.setHeader('Set-Cookie', ['XSRF-TOKEN=a%2Fb; Path=/', 'session=one; HttpOnly']);
  }
  if (request.url === '/forget') response.setHeader('Set-Cookie', 'session=; Max-Age=0');
  if (request.url === '/expire') {
    response.setHeader('Set-Cookie', 'session=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  }
  if (request.url === '/away') response.writeHead(303, { Location: '/elsewhere' }).end();
  else if (request.url === '/text') response.end('plain');
  else {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(
      JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }),
    );
  }
});
let client: Client;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => server.close());

test('login fetches a CSRF token and sends it back with cookies and the site’s origin', async () => {
  const { status, body } = await client.login();
  const echo = body as unknown as Echo;
  expect(status).toBe(200);
  expect(echo.method).toBe('POST');
  expect(JSON.parse(echo.body)).toEqual({ username: 'admin', password: 'correct horse battery' });
  expect(echo.headers).toMatchObject({
    cookie: 'XSRF-TOKEN=a%2Fb; session=one',
    'x-xsrf-token': 'a/b',
    origin: client.baseUrl,
    'content-type': 'application/json',
  });
});

test('a GET request sends neither token nor origin', async () => {
  await client.login();
  const { body } = await client.get<Echo>('/page?x=1');
  expect(body.url).toBe('/page?x=1');
  expect(body.headers).not.toHaveProperty('x-xsrf-token');
  expect(body.headers).not.toHaveProperty('origin');
});

test('the token can be omitted, and headers replaced or omitted', async () => {
  await client.login();
  const headers = { Origin: 'https://example.org', Cookie: null };
  const { body } = await client.put<Echo>('/page', 'raw', { token: false, headers });
  expect(body.body).toBe('raw');
  expect(body.headers).not.toHaveProperty('x-xsrf-token');
  expect(body.headers).not.toHaveProperty('cookie');
  expect(body.headers.origin).toBe('https://example.org');
});

test.each(['/forget', '/expire'])('an expired cookie is removed (%s)', async (path) => {
  await client.login();
  await client.get(path);
  expect([...client.cookies.keys()]).toEqual(['XSRF-TOKEN']);
});

test('a form is sent as a form', async () => {
  const form = new FormData();
  form.set('post_id', '7');
  const { body } = await client.post<Echo>('/image', form);
  expect(body.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(body.body).toContain('name="post_id"');
});

test('redirects are not followed, and text is not parsed', async () => {
  expect(await client.get('/away')).toMatchObject({ status: 303 });
  expect(await client.get('/text')).toMatchObject({ body: undefined, text: 'plain' });
});
