import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDisk } from './disk.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const webp = 'image/webp';

test('creates its folder', async () => {
  await openDisk(join(folder, 'data', 'images'));
  expect((await stat(join(folder, 'data', 'images'))).isDirectory()).toBe(true);
});

test('removes only partial files that a crash left behind', async () => {
  await (await openDisk(folder)).write('ab/c.webp', Buffer.from('whole'), webp);
  await writeFile(join(folder, '.unfinished', 'draft'), 'hal');
  await utimes(join(folder, '.unfinished', 'draft'), 0, Date.now() / 1000 - 2 * 60 * 60);
  await writeFile(join(folder, '.unfinished', 'of-another-process'), 'hal');
  const files = await openDisk(folder);
  expect(await readdir(join(folder, '.unfinished'))).toEqual(['of-another-process']);
  expect(await files.stat('ab/c.webp')).toMatchObject({ size: 5 });
});

test('leaves no temporary file behind, also when a write fails', async () => {
  const files = await openDisk(folder);
  await files.write('ab/c.webp', Buffer.from('whole'), webp);
  await mkdir(join(folder, 'ab', 'taken.webp'));
  await expect(files.write('ab/taken.webp', Buffer.from('x'), webp)).rejects.toThrow();
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('a folder is not a file', async () => {
  const files = await openDisk(folder);
  await files.write('ab/c.webp', Buffer.from('whole'), webp);
  expect(await files.read('ab')).toBeNull();
  expect(await files.stat('ab')).toBeNull();
  expect(await files.read('ab/c.webp/d.webp')).toBeNull();
});

test('lists only images, not other files in the folder', async () => {
  const files = await openDisk(folder);
  await files.write('ab/c.webp', Buffer.from('whole'), webp);
  await writeFile(join(folder, '.DS_Store'), 'x');
  await writeFile(join(folder, '.unfinished', 'draft'), 'x');
  const names = (await Array.fromAsync(files.list())).map(({ name }) => name);
  expect(names).toEqual(['ab/c.webp']);
});

test('writes many files at once', async () => {
  const files = await openDisk(folder);
  const names = Array.from({ length: 50 }, (_, i) => `${i % 7}x/${i}.webp`);
  await Promise.all(names.map((name) => files.write(name, Buffer.from(name), webp)));
  const listed = await Array.fromAsync(files.list());
  expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort());
});
