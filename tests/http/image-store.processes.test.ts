import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { openDisk } from '../../src/platform/files/disk.ts';
import { openBucket } from '../../src/platform/files/s3.ts';
import { Client } from '../support/client.ts';
import { startOtherS3Server } from '../support/other-s3-server.ts';
import { freshDatabase } from '../support/postgres.ts';
import { startS3Server } from '../support/s3-server.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

const home = path.resolve(import.meta.dirname, '../..');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clear of cleanups.splice(0).reverse()) await clear();
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-store-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function site(env: Record<string, string>): Promise<{ server: RunningServer; owner: Client }> {
  const server = await startServer({ env });
  cleanups.push(() => server.dispose());
  const owner = new Client(server.url);
  await owner.login();
  return { server, owner };
}

async function postWithImage(owner: Client, color: string): Promise<{ post: Post; image: Image }> {
  const { body: post } = await owner.post<Post>('/webapi/api/posts', {
    post_title: `In ${color}`,
    post_content: '<p>Text</p>',
    active: true,
  });
  const form = new FormData();
  form.set('post_id', String(post.id));
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: color } })
    .png()
    .toBuffer();
  form.set('cover', new Blob([new Uint8Array(bytes)]), 'image.png');
  const { status, body } = await owner.post<Image[]>('/webapi/api/image', form);
  expect(status).toBe(201);
  return { post, image: body[0] as Image };
}

/** Older than any upload that is still under way. */
const long = new Date(Date.now() - 2 * 60 * 60 * 1000);

async function filesIn(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'images');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.webp'));
  const places = files.map((entry) => path.join(entry.parentPath, entry.name)).sort();
  for (const place of places) await utimes(place, long, long);
  return places;
}

/** Starts a site and gives its background jobs time; one that refuses to start is fine too. */
async function startOnce(env: Record<string, string>): Promise<string> {
  try {
    const server = await startServer({ env: { LOG_LEVEL: 'debug', ...env } });
    await sleep(4_000);
    await server.stop();
    await server.dispose();
    return server.output();
  } catch (error) {
    return String(error);
  }
}

test('a start with another database deletes no images from DATA_DIR', async () => {
  const DATA_DIR = await dataFolder();
  const { server, owner } = await site({ DATA_DIR });
  await postWithImage(owner, '#c8102e');
  await server.stop();
  const before = await filesIn(DATA_DIR);
  expect(before.length).toBeGreaterThan(1);

  const database = await freshDatabase();
  cleanups.push(() => database.drop());
  await startOnce({ DATA_DIR, DATABASE_URL: database.url });
  expect(await filesIn(DATA_DIR)).toEqual(before);
});

test('a second site with the same bucket and an empty database deletes no images', async () => {
  const s3 = await startS3Server();
  cleanups.push(() => s3.close());
  const { owner } = await site({ DATA_DIR: await dataFolder(), ...s3.env });
  await postWithImage(owner, '#c8102e');
  const images = () => [...s3.objects.keys()].filter((name) => name.endsWith('.webp'));
  const before = images();
  expect(before.length).toBeGreaterThan(1);
  for (const object of s3.objects.values()) object.modified = long;

  await startOnce({ DATA_DIR: await dataFolder(), ...s3.env });
  expect(images()).toEqual(before);
});

const s3Servers = [
  ['our stand-in', startS3Server],
  ['a server of other authors', startOtherS3Server],
] as const;

test.each(s3Servers)(
  'two sites with one bucket do not delete each other’s images, not even identical ones: %s',
  async (_, start) => {
    const s3 = await start();
    cleanups.push(() => s3.close());
    const first = await site({ DATA_DIR: await dataFolder(), ...s3.env });
    // A new site would refuse a bucket that is in use.
    const DATA_DIR = await dataFolder();
    await (await startServer({ env: { DATA_DIR } })).dispose();
    const second = await site({ DATA_DIR, ...s3.env });
    const { image } = await postWithImage(first.owner, '#123456');
    const { post } = await postWithImage(second.owner, '#123456');
    expect((await second.owner.delete(`/webapi/api/posts/${post.id}`)).status).toBe(200);
    expect((await fetch(first.server.url + image.file_path)).status).toBe(200);
    expect(second.server.output()).toContain('belong to another site');
  },
  60_000,
);

type Ended = { code: number; output: string };
const run = (env: Record<string, string>, command: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(home, 'src/commands/cli.ts'), command, ...args],
      { cwd: tmpdir(), env: { ...commandEnv(), ...env }, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });

test('the images command sweeps, restores and claims files', async () => {
  const DATA_DIR = await dataFolder();
  const { server, owner } = await site({ DATA_DIR });
  await postWithImage(owner, '#654321');
  await server.stop();
  const known = await filesIn(DATA_DIR);
  const hash = 'ab'.padEnd(64, '0');
  const folder = path.join(DATA_DIR, 'images/ab');
  await mkdir(folder, { recursive: true });
  for (let size = 1; size <= 25; size++) await writeFile(path.join(folder, `${hash}-${size}.webp`), 'x');
  const all = await filesIn(DATA_DIR);
  expect(all).toHaveLength(known.length + 25);

  const images = (...args: string[]) => run({ DATA_DIR }, 'images', ...args);
  const swept = await images('sweep');
  expect(swept.output).toContain('25 were moved to the trash for 30 days');
  expect(swept.output).toContain(`${hash}-25.webp`);
  const files = await openDisk(path.join(DATA_DIR, 'images'));
  expect(await Array.fromAsync(files.list())).toHaveLength(known.length);
  expect(await images('restore')).toEqual({ code: 0, output: '25 files were restored.\n' });
  expect(await Array.fromAsync(files.list())).toHaveLength(all.length);

  const own = (await files.owner()) ?? '';
  await files.claim('another-site', own);
  for (const args of [['sweep'], ['claim', '--replace', 'a-third-site']])
    expect(await images(...args)).toMatchObject({ code: 1, output: expect.stringContaining('another') });
  expect(await Array.fromAsync(files.list())).toHaveLength(all.length);
  expect(await images('claim', '--replace', 'another-site')).toMatchObject({ code: 0 });
  expect(await files.owner()).toBe(own);
});

test.each(s3Servers)(
  'a backup and a move preserve the owner of the images: %s',
  async (_, start) => {
    const s3 = await start();
    cleanups.push(() => s3.close());
    const folder = await dataFolder();
    const DATA_DIR = path.join(folder, 'data');
    const { server, owner } = await site({ DATA_DIR });
    await postWithImage(owner, '#abcdef');
    await server.stop();
    const id = await (await openDisk(path.join(DATA_DIR, 'images'))).owner();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const archive = path.join(folder, 'site.tar');
    expect(await run({ DATA_DIR }, 'backup', archive)).toMatchObject({ code: 0 });
    const restored = path.join(folder, 'restored');
    expect(await run({ DATA_DIR: restored }, 'restore', archive)).toMatchObject({ code: 0 });
    expect(await (await openDisk(path.join(restored, 'images'))).owner()).toBe(id);

    expect(await run({ DATA_DIR: restored, ...s3.env }, 'move', '--images-to', 's3')).toMatchObject({
      code: 0,
    });
    const bucket = openBucket(s3.bucket);
    expect(await bucket.owner()).toBe(id);
    await bucket.claim('another-site', id);
    expect(await run({ DATA_DIR: restored, ...s3.env }, 'move', '--images-to', 's3')).toEqual({
      code: 1,
      output: expect.stringContaining('belongs to another site (another-site)'),
    });
  },
  120_000,
);
