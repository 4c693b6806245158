import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'lock-')), 'backups');
});
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

const attempt = () => withLock(folder, async () => 'done');

/** A process that holds the lock until it is killed. */
async function holder() {
  const script = `
    import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}).then(({ withLock }) =>
      withLock(process.argv[1], () => new Promise((resolve) => {
        process.stdout.write('held');
        setTimeout(resolve, 2 ** 30);
      })));`;
  const child = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('one of many gets the lock, and the next one after it has ended', async () => {
  let losers = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const contend = async () => {
    const result = await withLock(folder, () => promise.then(() => 'done'));
    if (result === null && ++losers === 9) resolve();
    return result;
  };
  const all = await Promise.all(Array.from({ length: 10 }, contend));
  expect(all.filter((result) => result === 'done')).toHaveLength(1);
  expect(await attempt()).toBe('done');
});

test('it is free after work that fails', async () => {
  await expect(withLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await attempt()).toBe('done');
});

test('another process keeps it until it is killed', async () => {
  const other = await holder();
  try {
    expect(await attempt()).toBeNull();
  } finally {
    await other.kill();
  }
  expect(await attempt()).toBe('done');
});

test('a file from before a power cut, whose process id now belongs to another process, does not hold it', async () => {
  await mkdir(folder);
  const left = JSON.stringify({ pid: process.ppid, host: hostname() });
  await writeFile(path.join(folder, '.lock'), left);
  expect(await attempt()).toBe('done');
});
