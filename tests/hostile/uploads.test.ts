import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { pngOf } from '../support/odd-images.ts';
import { isFullSize, report, size } from '../support/size.ts';
import { multipart, multipartType } from './api-calls.ts';
import { type Hostile, hostileImages } from './images.ts';

let site: ApiSite;
let postId: number;
beforeAll(async () => {
  site = await apiSite('sqlite');
  postId = (await site.createPost()).id;
});
afterAll(async () => {
  expect(site.errors).toEqual([]);
  await site.dispose();
});

const upload = (body: Buffer) =>
  site.admin.post<Image[]>('/webapi/image', new Uint8Array(body), {
    headers: { 'Content-Type': multipartType },
  });
const formOf = (bytes: Buffer, filename: string) =>
  multipart([
    { name: 'post_id', content: String(postId) },
    { name: 'image', filename: filename.replaceAll('"', '%22'), type: 'image/png', content: bytes },
  ]);
/** Stored files and rows, and temporary files. */
async function stored() {
  const left = await readdir(site.blog.uploadFolder).catch(() => []);
  const images = await site.blog.db.selectFrom('images').select('id').execute();
  return { files: await site.files(), images: images.length, left };
}

/** Sends the head of a request and part of its body, and disconnects. */
function breakOff(body: Buffer, at: number): Promise<void> {
  const { port } = new URL(site.url);
  const cookie = [...site.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = [
    'POST /webapi/image HTTP/1.1',
    'Host: localhost',
    `Content-Type: ${multipartType}`,
    `Content-Length: ${body.length}`,
    `Cookie: ${cookie}`,
    `X-XSRF-TOKEN: ${site.admin.cookies.get('XSRF-TOKEN')}`,
  ].join('\r\n');
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${head}\r\n\r\n`);
      socket.write(body.subarray(0, at), () => socket.destroy());
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}

test('an upload that is cut off at any byte leaves nothing behind', { timeout: 180_000 }, async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  const body = formOf(image, 'a.png');
  const before = await stored();
  const cuts = size(20, 200);
  // Every byte near both ends, where parts begin and end; evenly spaced between them.
  const inside = Array.from({ length: cuts - 16 }, (_, n) =>
    Math.floor(((n + 1) * (body.length - 100)) / (cuts - 16)),
  );
  const offsets = [
    0,
    1,
    2,
    20,
    40,
    60,
    100,
    130,
    ...inside,
    ...Array.from({ length: 8 }, (_, n) => body.length - 5 - n * 3),
  ];
  for (const at of offsets) {
    const { status } = await upload(body.subarray(0, at));
    expect([400, 422], `cut at ${at} of ${body.length}`).toContain(status);
    await breakOff(body, at);
  }
  await expect.poll(stored).toEqual(before);
  report(`${offsets.length} cuts, each with and without a broken connection; nothing left behind`);
  const { status } = await upload(body);
  expect(status).toBe(201);
  expect((await stored()).images).toBe(before.images + 1);
});

/** Every file that the site serves for these images. */
async function sent(images: Image[]): Promise<{ headers: Headers; bytes: Buffer }[]> {
  const paths = new Set(
    images.flatMap((image) => [image.file_path, image.file_path_thumbnail, image.file_path_largest]),
  );
  return Promise.all(
    [...paths].map(async (path) => {
      const response = await fetch(new URL(path, site.url));
      expect(response.status).toBe(200);
      return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    }),
  );
}

async function judge({ name, filename, bytes, holdsScript }: Hostile): Promise<number> {
  const before = await stored();
  const began = performance.now();
  const { status, body } = await upload(formOf(bytes, filename));
  const ms = performance.now() - began;
  expect([201, 413, 415, 422, 400], name).toContain(status);
  if (holdsScript) expect(bytes.includes('<script'), `control: ${name} holds a script`).toBe(true);
  if (status !== 201) {
    expect(await stored(), name).toEqual(before);
    return ms;
  }
  for (const { headers, bytes: answer } of await sent(body)) {
    expect(headers.get('content-type'), name).toBe('image/webp');
    expect(headers.get('x-content-type-options'), name).toBe('nosniff');
    expect(headers.get('content-security-policy'), name).toContain("default-src 'none'");
    expect(answer.toString('latin1', 8, 12), name).toBe('WEBP');
    expect(answer.includes('script'), name).toBe(false);
    expect(answer.includes('XMP '), name).toBe(false);
  }
  for (const image of body) {
    expect(image.file_path, name).toMatch(/^\/images\/[0-9a-f]{2}\/[0-9a-f]{64}-\d+\.webp$/);
    await site.admin.delete(`/webapi/api/assoc/postimage/${postId}/${image.id}`);
  }
  return ms;
}

test('decompression bombs and polyglot files do no harm', { timeout: 180_000 }, async () => {
  const images = (await hostileImages()).filter((_, index) => isFullSize || index % 4 === 0);
  const memory = process.memoryUsage.rss();
  const times: [string, number][] = [];
  for (const image of images) times.push([image.name, await judge(image)]);
  times.sort(([, a], [, b]) => b - a);
  const grown = Math.round((process.memoryUsage.rss() - memory) / 1024 / 1024);
  const [slowest = ['', 0]] = times;
  report(
    `${images.length} images; the longest was ${slowest[0]}: ${Math.round(slowest[1])} ms; ${grown} MB more`,
  );
  expect(slowest[1], slowest[0]).toBeLessThan(20_000);
  expect(grown).toBeLessThan(400);
});

test('control: the decompression bomb works on an unprotected decoder', async () => {
  const { width, height } = await sharp(pngOf(30_000, 30_000, [['IDAT', Buffer.from([0x78, 0x9c])]]), {
    limitInputPixels: false,
    failOn: 'none',
  }).metadata();
  expect(width * height).toBeGreaterThan(50_000_000);
});
