import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../../tests/support/s3-server.ts';
import { openDisk } from '../../../platform/files/disk.ts';
import type { Files, LocalFile } from '../../../platform/files/files.ts';
import { openBucket } from '../../../platform/files/s3.ts';
import { copyFiles, filesToCopy } from './copy-files.ts';

let folder: string;
let server: S3Server;
let [source, back]: Files[] = [];

beforeAll(async () => {
  server = await startS3Server({ pageSize: 7 });
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'not-terrible-copy-'));
  source = await openDisk(join(folder, 'source'));
  back = await openDisk(join(folder, 'back'));
  return () => rm(folder, { recursive: true, force: true });
});

const bytesOf = (number: number) => Buffer.alloc(1 + number * 1000, number);
const fill = async (files: Files) => {
  for (let number = 0; number < 20; number++)
    await files.write(`${number % 3}a/${number}.webp`, bytesOf(number), 'image/webp');
};

async function copy(from: Files, to: Files): Promise<{ files: number; bytes: number; copied: number }> {
  let copied = 0;
  const names = await filesToCopy(from, to, 'The new place');
  const all = await copyFiles(from, to, names, (files) => {
    copied += files;
  });
  return { ...all, copied };
}

test('files copied to a bucket and back to another folder are equal', async () => {
  await fill(source as Files);
  const bucket = openBucket(server.bucket);
  const all = { files: 20, bytes: 190_020, copied: 20 };
  expect(await copy(source as Files, bucket)).toEqual(all);
  expect(await copy(bucket, back as Files)).toEqual(all);
  for (let number = 0; number < 20; number++) {
    const read = await back?.read(`${number % 3}a/${number}.webp`);
    expect(Buffer.concat(await Array.fromAsync(read?.body ?? []))).toEqual(bytesOf(number));
    expect((await bucket.stat(`${number % 3}a/${number}.webp`))?.type).toBe('image/webp');
  }
});

test('an interrupted copy skips files that were copied, and rewrites corrupt ones', async () => {
  await fill(source as Files);
  await copy(source as Files, back as Files);
  await back?.claim('site');
  await back?.remove(['0a/0.webp'], 'site');
  await back?.write('1a/1.webp', Buffer.alloc(1001, 9), 'image/webp');
  const written: string[] = [];
  const watched: Files = Object.assign(Object.create(back as object), {
    writeFile: (name: string, file: LocalFile, type: string) => {
      written.push(name);
      return back?.writeFile(name, file, type);
    },
  });
  for (const name of ['read', 'stat', 'list'] as const)
    watched[name] = (back as Files)[name].bind(back) as never;
  await copy(source as Files, watched);
  expect(written.sort()).toEqual(['0a/0.webp', '1a/1.webp']);
});

test('a target with other files is refused', async () => {
  await fill(source as Files);
  await back?.write('ff/theirs.webp', Buffer.from('x'), 'image/webp');
  await expect(copy(source as Files, back as Files)).rejects.toThrow(
    'The new place is not empty: it has 1 file that the source does not have.',
  );
});

test('a store that changes files is detected', async () => {
  await fill(source as Files);
  const careless: Files = {
    ...(back as Files),
    stat: async () => null,
    list: async function* () {},
    writeFile: async (name, { path }, type) =>
      (back as Files).write(name, (await readFile(path)).subarray(1), type),
    read: (name) => (back as Files).read(name),
  };
  await expect(copy(source as Files, careless)).rejects.toThrow(/differs after it was copied/);
});
