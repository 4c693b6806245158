import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Image } from '../../src/core/images/api/images.ts';
import { claimFiles } from '../../src/core/images/file-ownership.ts';
import { insertImages } from '../../src/core/images/store/images.ts';
import { removeStaleUploads, restoreTrash, sweep } from '../../src/core/images/sweep.ts';
import { changePosts } from '../../src/core/posts/change-posts.ts';
import { addImages, removeImage } from '../../src/core/posts/images/post-images.ts';
import { rebuildImage } from '../../src/core/posts/images/rebuild.ts';
import { postById } from '../../src/core/posts/posts.ts';
import { changePost, createPost } from '../../src/core/posts/write-posts.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { ownerName } from '../../src/platform/files/files.ts';
import { isHidden } from '../../src/platform/files/hidden-files.ts';
import { visitor } from '../../src/platform/http/viewer.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

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

onEachDatabase('images on disk', (kind) => {
  let temporary: TemporaryDatabase;
  let blog: Blog;
  let folder: string;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
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
    (await Array.fromAsync(blog.files.list()))
      .filter(({ name }) => !isHidden(name))
      .map(({ name }) => path.join(folder, name));

  const newPost = () => createPost(blog, { post_title: 'Pictures', post_content: '', active: true });

  async function upload(postId: number, bytes: Buffer): Promise<Image> {
    const file = path.join(temporary.config.dataDir, `upload-${Math.random()}`);
    await writeFile(file, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const [image] = await addImages(blog, postId, [{ path: file, sha256 }]);
    return image as Image;
  }

  test('identical files are stored once and deleted with their last use', async () => {
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

  const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const trash = async () => (await Array.fromAsync(blog.files.trashed())).map(({ name }) => name);

  async function writeUnknown(start: string, count = 1): Promise<string[]> {
    const hash = start.padEnd(64, '0');
    const names = Array.from({ length: count }, (_, size) => `${start}/${hash}-${size + 1}.webp`);
    for (const name of names) {
      await blog.files.write(name, Buffer.from('left behind'), 'image/webp');
      await utimes(path.join(folder, name), long, long);
    }
    return names.map((name) => path.join(folder, name));
  }

  /** Files of an image that belongs to a post. */
  async function writeKnown(start: string, count: number): Promise<string[]> {
    const places = await writeUnknown(start, count);
    const { id: post_id } = await newPost();
    const variants = places.map((place) => ({
      name: path.relative(folder, place),
      width: 1,
      height: 1,
      bytes: 1,
    }));
    const about = {
      width: 1,
      height: 1,
      color: '#000000',
      alt: '',
      bytes: 1,
      date_added: long.toISOString(),
    };
    await changePosts(blog, async (tx) => ({
      result: await insertImages(tx, [{ post_id, hash: start.padEnd(64, '0'), variants, ...about }]),
      activity: [],
    }));
    return places;
  }

  /** Files of one test must not count in the next. */
  beforeEach(async () => {
    await blog.db.deleteFrom('images').execute();
    await blog.files.remove(
      (await Array.fromAsync(blog.files.list())).map(({ name }) => name),
      blog.siteId,
    );
    await blog.files.removeTrashed(await Array.fromAsync(blog.files.trashed()), blog.siteId);
  });

  test('a sweep moves only a few old orphaned files to the trash', async () => {
    const known = await writeKnown('aa', 12);
    const [orphan = ''] = await writeUnknown('ab');
    const [young = ''] = await writeUnknown('cd');
    await utimes(young, new Date(), new Date());
    const reports: string[] = [];
    const reporting = { ...blog, report: (...words: unknown[]) => void reports.push(JSON.stringify(words)) };

    await sweep(reporting);
    expect((await files()).sort()).toEqual([...known, young].sort());
    const name = path.relative(folder, orphan);
    expect(await trash()).toEqual([name]);
    expect(reports).toEqual([expect.stringMatching(`trash.*${name}`)]);

    // The trash is kept for 30 days and emptied only by the site that owns the files.
    const later = (days: number) => () => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    await utimes(young, later(40)(), later(40)());
    await sweep({ ...blog, now: later(28) });
    await sweep({ ...blog, now: later(40), siteId: 'another site', report: () => {} });
    expect(await trash()).toEqual([name]);
    expect(await restoreTrash(blog)).toEqual({ restored: 1, left: 0 });
    expect(await files()).toContain(orphan);
    await utimes(orphan, long, long);
    await sweep(reporting);
    await sweep({ ...reporting, now: later(32) });
    expect(await trash()).toEqual([]);
    expect(reports.at(-1)).toMatch(new RegExp(`Deleted an image file .*${name}`));
  });

  test('a sweep of many files, or of a tenth of all, needs confirmation', async () => {
    await writeKnown('aa', 3);
    const few = await writeUnknown('ef');
    const reports: string[] = [];
    const reporting = { ...blog, report: (message: string) => void reports.push(message) };
    const before = await files();
    await sweep(reporting);
    expect(await files()).toEqual(before);
    expect(reports).toEqual([
      expect.stringMatching(/^No image uses 1 of \d image files.*"npm run images -- sweep"/),
    ]);
    expect(await sweep(reporting, { force: true, dryRun: true })).toMatchObject({ moved: 0 });
    expect(await files()).toEqual(before);
    expect(await sweep(reporting, { force: true })).toMatchObject({ moved: 1 });
    expect(await files()).toEqual(before.filter((place) => !few.includes(place)));
  });

  test('files of another site are never swept or deleted', async () => {
    const post = await newPost();
    const image = await upload(post.id, await photo(6));
    const before = await files();
    const other: Blog = { ...blog, siteId: 'another site', report: () => {} };
    expect(await sweep(other, { force: true })).toMatchObject({ ownership: 'foreign', moved: 0 });
    await removeImage(other, post.id, image.id);
    expect(await files()).toEqual(before);
    // The owner of the files may still sweep them.
    for (const place of before) await utimes(place, long, long);
    await sweep({ ...blog, report: () => {} }, { force: true });
    expect(await files()).toEqual([]);
  });

  test('files without an owner are claimed by the site whose database has them all', async () => {
    const post = await newPost();
    const image = await upload(post.id, await photo(7));
    const marker = path.join(folder, ownerName);
    await rm(marker);
    expect(await claimFiles(blog)).toBe('ours');
    expect(await blog.files.owner()).toBe(blog.siteId);
    // If some files are unknown, the owner is not clear.
    await rm(marker);
    await writeUnknown('12', 3);
    const before = await files();
    expect(await claimFiles(blog)).toBe('unclaimed');
    await removeImage({ ...blog, report: () => {} }, post.id, image.id);
    expect(await files()).toEqual(before);
    await expect(readFile(marker)).rejects.toThrow('ENOENT');
    await blog.files.claim(blog.siteId);
    await sweep({ ...blog, report: () => {} }, { force: true });
  });

  test('interrupted uploads are deleted after an hour', async () => {
    const waiting = path.join(blog.uploadFolder, 'upload-left');
    const young = path.join(blog.uploadFolder, 'upload-young');
    for (const place of [waiting, young]) await mkdir(place, { recursive: true });
    await utimes(waiting, long, long);
    await removeStaleUploads(blog);
    expect(await readdir(blog.uploadFolder)).toEqual(['upload-young']);
    await rm(young, { recursive: true });
  });

  test('rebuilding creates all sizes again, and the post uses them', async () => {
    const post = await newPost();
    const image = await upload(post.id, await photo(3));
    await changePost(blog, post.id, {
      post_content: `<p><img src="${image.file_path}" alt="a picture"></p>`,
    });

    // As if a version with other sizes had created the image: a single size with another name.
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

    await rebuildImage(blog, hash);
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

async function ownerOf(server: TestSite): Promise<Client> {
  const owner = new Client(server.url);
  await owner.login();
  return owner;
}

test('images are served as immutable, with ranges, and no other file is served', async () => {
  const server = await startSite();
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
    ['bytes=10-999999999', 10, bytes.length],
    ['bytes=-999999999', 0, bytes.length],
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
});
