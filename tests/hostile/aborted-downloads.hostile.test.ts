import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { size } from '../support/size.ts';

let site: ApiSite;
let image: Image;
beforeAll(async () => {
  site = await apiSite('sqlite');
  const { id } = await site.createPost();
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const bytes = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('post_id', String(id));
  form.append('image', new Blob([new Uint8Array(bytes)]), 'a.png');
  image = (await site.admin.post<Image[]>('/webapi/image', form)).body[0] as Image;
});
afterAll(() => site.dispose());

/** Number of image files that this process, which runs the server, has open. */
const openImages = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${number}`);
      return file.endsWith('.webp') ? [file] : [];
    } catch {
      return [];
    }
  });

/** Requests an image and disconnects after this time. */
function askAndLeave(path: string, afterMs: number): Promise<void> {
  const { port } = new URL(site.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', async () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      if (afterMs > 0) await sleep(afterMs);
      socket.resetAndDestroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}

// A leaked file handle is closed by the garbage collector, which throws and ends the process.
test('a client that disconnects during an image download leaves no open file', {
  timeout: 60_000,
}, async () => {
  const path = image.file_path_largest;
  for (let round = 0; round < size(10, 60); round++)
    await Promise.all(Array.from({ length: 20 }, (_, number) => askAndLeave(path, (round + number) % 12)));
  await expect.poll(openImages).toEqual([]);
  expect((await fetch(new URL(path, site.url))).status).toBe(200);
});
