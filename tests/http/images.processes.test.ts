import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const photo = (seed: number, width = 900) =>
  sharp({
    create: {
      width,
      height: 600,
      channels: 3,
      background: { r: seed % 256, g: 120, b: 90 },
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

async function ownerOf(server: RunningServer): Promise<Client> {
  const owner = new Client(server.url);
  await owner.login();
  return owner;
}

test('a kill -9 during uploads leaves no row without its files', async () => {
  let server: RunningServer = await startServer();
  const first = server;
  const post = await ownerOf(server).then((owner) =>
    owner.post<{ id: number }>('/webapi/api/posts', { post_title: 'Crash', active: true }),
  );
  for (let round = 0; round < 4; round++) {
    const owner = await ownerOf(server);
    const uploads = [0, 1, 2].map(async (number) => {
      const form = new FormData();
      form.set('post_id', String(post.body.id));
      form.set('image', new Blob([await photo(round * 10 + number, 1300)]), 'photo.jpg');
      return owner.post('/webapi/image', form).catch(() => null);
    });
    await sleep(150 + round * 200);
    await server.kill9();
    await Promise.all(uploads);
    server = await startServer({ env: { DATA_DIR: first.dataDir } });
    const images = await (await ownerOf(server)).get<Image[]>('/webapi/api/image');
    for (const image of images.body)
      for (const url of [image.file_path, image.file_path_thumbnail, image.file_path_largest])
        expect((await fetch(server.url + url)).status).toBe(200);
  }
  await server.dispose();
  await first.dispose();
});
