import { createHash } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Blog } from '../../src/blog/blog.ts';
import { addImages, removeImage } from '../../src/blog/images.ts';
import { changePost, createPost, postById } from '../../src/blog/posts.ts';
import { rebuildPicture } from '../../src/blog/rebuild.ts';
import { sweep } from '../../src/blog/sweep.ts';
import { readConfig } from '../../src/config.ts';
import type { Image } from '../../src/contract/images.ts';
import { createLog } from '../../src/http/log.ts';
import { visitor } from '../../src/rules/viewer.ts';
import { openBlog } from '../../src/start.ts';
import { Client } from '../support/client.ts';
import { onEachDatabase, type TemporaryDatabase, temporaryDatabase } from '../support/databases.ts';
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

onEachDatabase('pictures on disk', (kind) => {
  let temporary: TemporaryDatabase;
  let blog: Blog;
  let folder: string;

  beforeAll(async () => {
    temporary = await temporaryDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' });
    ({ blog } = await openBlog(config, createLog('silent')));
    folder = path.join(dataDir, 'images');
  });
  afterAll(async () => {
    await blog.db.destroy();
    await temporary.dispose();
  });

  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));

  const newPost = () => createPost(blog, { post_title: 'Pictures', post_content: '', active: true });

  async function upload(postId: number, bytes: Buffer): Promise<Image> {
    const file = path.join(temporary.config.dataDir, `upload-${Math.random()}`);
    await writeFile(file, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const [image] = await addImages(blog, postId, [{ path: file, sha256 }]);
    return image as Image;
  }

  test('the same bytes are stored once and go with their last use', async () => {
    const [first, second] = [await newPost(), await newPost()];
    const bytes = await photo(1);
    const one = await upload(first.id, bytes);
    const before = await files();
    const two = await upload(second.id, bytes);
    expect(await files()).toEqual(before);
    expect(two.file_path).toBe(one.file_path);

    await removeImage(blog, first.id, one.id);
    expect(await files()).toEqual(before);
    await removeImage(blog, second.id, two.id);
    expect(await files()).toEqual([]);
  });

  test('a sweep removes old files without a row, and nothing else', async () => {
    const post = await newPost();
    const image = await upload(post.id, await photo(2));
    const kept = await files();
    const orphan = path.join(folder, 'ab', `ab${'0'.repeat(62)}-320.webp`);
    const young = path.join(folder, 'cd', `cd${'0'.repeat(62)}-320.webp`);
    const waiting = path.join(blog.uploadFolder, 'upload-left');
    for (const place of [path.dirname(orphan), path.dirname(young), waiting])
      await mkdir(place, { recursive: true });
    await writeFile(orphan, 'left behind');
    await writeFile(young, 'on its way');
    const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const place of [orphan, waiting, ...kept]) await utimes(place, long, long);

    await sweep(blog);
    expect((await files()).sort()).toEqual([...kept, young].sort());
    expect(await readdir(blog.uploadFolder)).toEqual([]);
    await removeImage(blog, post.id, image.id);
  });

  test('rebuilding makes all sizes anew and the post shows them', async () => {
    const post = await newPost();
    const image = await upload(post.id, await photo(3));
    await changePost(blog, post.id, {
      post_content: `<p><img src="${image.file_path}" alt="a picture"></p>`,
    });

    // As if the picture had been made by a version with other sizes: only one, under a name of its own.
    const hash = /([0-9a-f]{64})/.exec(image.file_path)?.[1] ?? '';
    const only = { name: `${hash.slice(0, 2)}/${hash}-899.webp`, width: 899, height: 599, bytes: 1 };
    const largest = await blog.files.read(blog.files.nameOf(image.file_path_largest) ?? '');
    await blog.files.write(only.name, Buffer.concat((await largest?.body.toArray()) ?? []), 'image/webp');
    await blog.db
      .updateTable('images')
      .set({ variants: JSON.stringify([only]) })
      .where('hash', '=', hash)
      .execute();
    await changePost(blog, post.id, {
      post_content: `<p><img src="/images/${only.name}" alt="a picture"></p>`,
    });

    await rebuildPicture(blog, hash);
    const after = await postById(blog, visitor, post.id);
    const [rebuilt] = after.images;
    expect(rebuilt?.srcset).toBe(image.srcset);
    expect(after.post_content).toContain(`src="${image.file_path}"`);
    expect(after.post_content_shown).toContain(`srcset="${image.srcset}"`);
    expect(await blog.files.stat(only.name)).toBeNull();
    for (const url of image.srcset.split(', ').map((entry) => entry.split(' ')[0] ?? ''))
      expect(await blog.files.stat(blog.files.nameOf(url) ?? '')).not.toBeNull();
  });
});

test('a kill at any moment leaves no row without its files', async () => {
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
}, 120_000);

async function ownerOf(server: RunningServer): Promise<Client> {
  const owner = new Client(server.url);
  await owner.login();
  return owner;
}

test('pictures are served for good, in ranges, and nothing else is', async () => {
  const server = await startServer();
  const owner = await ownerOf(server);
  const post = await owner.post<{ id: number }>('/webapi/api/posts', { post_title: 'Served', active: true });
  const form = new FormData();
  form.set('post_id', String(post.body.id));
  form.set('image', new Blob([await photo(7)]), 'photo.jpg');
  const [image] = (await owner.post<Image[]>('/webapi/image', form)).body;
  const url = server.url + image?.file_path;

  const whole = await fetch(url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('content-type')).toBe('image/webp');
  expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Number(whole.headers.get('content-length'))).toBe(bytes.length);

  const again = await fetch(url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);

  for (const [range, from, to] of [
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, bytes.length],
    ['bytes=-5', bytes.length - 5, bytes.length],
  ] as const) {
    const part = await fetch(url, { headers: { range } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to));
  }
  const outside = await fetch(url, { headers: { range: `bytes=${bytes.length}-` } });
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);

  for (const outsideFolder of [
    '/images/../blog.sqlite',
    '/images/%2e%2e/blog.sqlite',
    '/images/..%2fblog.sqlite',
    '/images/nothing.webp',
    '/images/',
  ])
    expect((await fetch(server.url + outsideFolder, { redirect: 'manual' })).status).not.toBe(200);
  await server.dispose();
}, 60_000);
