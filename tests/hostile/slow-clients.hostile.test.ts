import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { report, size } from '../support/size.ts';
import { type Held, silence, slowBody, slowHeaders, slowReader } from '../support/slow-clients.ts';

const cutWithinMs = 15_000;
/** Longer than allowed, so that a connection that is closed too late is noticed. */
const upToMs = 30_000;
const ofEach = size(3, 15);

let server: RunningServer;
let url: string;
let port: number;
let admin: Client;
let large: Post;
beforeAll(async () => {
  server = await startServer();
  url = server.url.replace('localhost', '127.0.0.1');
  port = Number(new URL(url).port);
  admin = new Client(url);
  await admin.login();
  const { body } = await admin.post<Post>('/webapi/api/posts', {
    post_title: 'Long',
    post_content: `<p>${randomBytes(1_500_000).toString('base64')}</p>`,
    active: true,
  });
  large = body;
});
afterAll(() => server.dispose());

test('connections with slow headers, bodies or readers are closed within 15 s while others are served', {
  timeout: 90_000,
}, async () => {
  const visitor = new Client(url);
  await visitor.get('/webapi/api/admin/auth');
  const headers = [
    `Cookie: visitor=${visitor.cookies.get('visitor')}`,
    `X-XSRF-TOKEN: ${visitor.cookies.get('XSRF-TOKEN')}`,
  ];
  const path = `/webapi/api/posts/comment/${large.id}`;
  const holding = { port, upToMs };
  // A cached response, so that rendering takes no time, and larger than the buffers of both sides.
  const page = { path: `/post/${large.post_title_web}`, times: 8 };
  const attacks: Record<string, () => Promise<Held>> = {
    silence: () => silence(holding),
    'slow headers': () => slowHeaders(holding, 500),
    'slow bodies': () => slowBody(holding, { path, headers, every: 500, piece: 'xx' }),
    'slow bodies of pages': () => slowBody(holding, { path: '/login', headers, every: 500, piece: 'xx' }),
    'no reading': () => slowReader(holding, page),
    'slow reading': () => slowReader(holding, { ...page, bytes: 100 }),
  };
  const held = Promise.all(
    Object.values(attacks).map((attack) => Promise.all(Array.from({ length: ofEach }, attack))),
  );
  let over = false;
  void held.finally(() => {
    over = true;
  });
  const times: number[] = [];
  while (!over) {
    const began = performance.now();
    expect((await new Client(url).get('/')).status).toBe(200);
    times.push(performance.now() - began);
    await sleep(100);
  }
  for (const [index, results] of (await held).entries()) {
    const name = Object.keys(attacks)[index];
    const longest = Math.max(...results.map(({ ms }) => ms));
    report(`${name}: ${results.length} held for at most ${(longest / 1000).toFixed(1)} s`);
    expect(
      results.filter(({ cut }) => !cut),
      name,
    ).toEqual([]);
    expect(longest, name).toBeLessThan(cutWithinMs);
  }
  report(`${times.length} pages for others meanwhile, the slowest in ${Math.round(Math.max(...times))} ms`);
});

test('an image upload that is slow but steady succeeds', async () => {
  const seconds = size(5, 40);
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = await sharp({
    create: { width: 600, height: 400, channels: 3, background: '#000', noise },
  })
    .png()
    .toBuffer();
  const boundary = 'steady';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="post_id"')}${large.id}\r\n${part('name="image"; filename="a.png"')}`),
    image,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(
      new URL('/webapi/image', url),
      {
        method: 'POST',
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': body.length,
          cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '',
          origin: url,
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    const steps = seconds * 4;
    const step = Math.ceil(body.length / steps);
    void (async () => {
      for (let from = 0; from < body.length; from += step) {
        sent.write(body.subarray(from, from + step));
        await sleep(250);
      }
      sent.end();
    })();
  });
  expect(status).toBe(201);
});
