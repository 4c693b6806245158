import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveBytes, type Entry, tarOf, untar } from './archive.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entry = (name: string, text: string): Entry => ({
  name,
  bytes: Buffer.byteLength(text),
  modified: new Date('2026-01-02T03:04:05Z'),
  async *read() {
    yield Buffer.from(text);
  },
});

const some = [
  entry('blog.sqlite.gz', 'x'.repeat(513)),
  entry('images/ab/c.webp', ''),
  entry('manifest.json', '{}'),
];

test('entries are read back, from a file of the predicted size', async () => {
  const file = join(folder, 'a.tar');
  const bytes = await buffer(tarOf(some));
  expect(bytes.length).toBe(archiveBytes(some));
  await writeFile(file, bytes);
  const found: [string, string][] = [];
  for await (const { name, read } of untar(file)) found.push([name, (await buffer(await read())).toString()]);
  expect(found).toEqual([
    ['blog.sqlite.gz', 'x'.repeat(513)],
    ['images/ab/c.webp', ''],
    ['manifest.json', '{}'],
  ]);
});

test('entries that are not read are skipped', async () => {
  const file = join(folder, 'a.tar');
  await writeFile(file, await buffer(tarOf(some)));
  const names: string[] = [];
  for await (const { name } of untar(file)) names.push(name);
  expect(names).toHaveLength(3);
});

test.skipIf(process.platform === 'win32')('any tar can unpack it', async () => {
  const file = join(folder, 'a.tar');
  await writeFile(file, await buffer(tarOf(some)));
  execFileSync('tar', ['xf', file, '-C', folder]);
  expect(await readFile(join(folder, 'blog.sqlite.gz'), 'utf8')).toBe('x'.repeat(513));
});

test('a file whose size changes while it is read is an error', async () => {
  const liar = { ...entry('a', 'abc'), bytes: 2 };
  await expect(buffer(tarOf([liar]))).rejects.toThrow('a changed while it was being read.');
});

test('an archive truncated anywhere is refused', async () => {
  const file = join(folder, 'a.tar');
  const whole = await buffer(tarOf(some));
  const read = async () => {
    for await (const { read } of untar(file)) await buffer(await read());
  };
  // The end of an archive is two empty blocks, of which one is enough.
  for (let cut = 0; cut < whole.length - 1024; cut += 97) {
    await writeFile(file, whole.subarray(0, cut));
    await expect(read(), `cut at ${cut}`).rejects.toThrow('The archive is truncated.');
  }
  await writeFile(file, whole);
  await read();
});
