import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WalFlush } from './wal-flush.ts';

let folder: string;
let log: string;
/** The flushes that are under way or done. */
let flushes: PromiseWithResolvers<void>[];
let checkpoints: number;
let canCheckpoint: boolean;
let flush: WalFlush;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'not-terrible-flush-'));
  log = path.join(folder, 'log');
  writeFileSync(log, '');
  flushes = [];
  checkpoints = 0;
  canCheckpoint = true;
  const checkpoint = () => {
    checkpoints++;
    if (!canCheckpoint) throw new Error('disk I/O error');
  };
  flush = new WalFlush(log, checkpoint, () => {
    const one = Promise.withResolvers<void>();
    flushes.push(one);
    return one.promise;
  });
});
afterEach(() => {
  flush.close();
  rmSync(folder, { recursive: true });
});

test('commits during a flush share the next one, and none is acknowledged by the one before', async () => {
  const done: string[] = [];
  const commit = (name: string) => flush.flushed().then(() => void done.push(name));
  const all = [commit('first'), commit('second'), commit('third')];
  expect(flushes).toHaveLength(1);
  flushes[0]?.resolve();
  await nextTurn();
  expect(done).toEqual(['first']);
  expect(flushes).toHaveLength(2);
  all.push(commit('fourth'));
  flushes[1]?.resolve();
  await nextTurn();
  expect(done).toEqual(['first', 'second', 'third']);
  expect(flushes).toHaveLength(3);
  flushes[2]?.resolve();
  await Promise.all(all);
  expect(done).toEqual(['first', 'second', 'third', 'fourth']);
});

test('after a flush that failed, nothing is acknowledged until a checkpoint has stored the whole log', async () => {
  const first = flush.flushed();
  const during = flush.flushed();
  flushes[0]?.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
  canCheckpoint = false;
  await expect(first).rejects.toMatchObject({ errcode: 1034, code: 'EIO' });
  await expect(during).rejects.toMatchObject({ errcode: 1034 });
  await expect(flush.flushed()).rejects.toThrow('disk I/O error');
  expect([flushes.length, checkpoints]).toEqual([1, 2]);
  canCheckpoint = true;
  const next = flush.flushed();
  await nextTurn();
  flushes[1]?.resolve();
  await next;
  const last = flush.flushed();
  await nextTurn();
  flushes[2]?.resolve();
  await last;
  expect([flushes.length, checkpoints]).toEqual([3, 3]);
});
