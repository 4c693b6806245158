import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Db, openDatabase } from './open.ts';
import { inSharedTransaction } from './shared-transactions.ts';
import { inTransaction } from './transaction.ts';

type Done = (error: Error | null) => void;
const disk = vi.hoisted(() => ({ isSlow: false, flushes: [] as Done[] }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const fdatasync = (file: number, done: Done) =>
    disk.isSlow ? void disk.flushes.push(done) : fs.fdatasync(file, done);
  return { ...fs, fdatasync };
});

let dataDir: string;
let db: Db;
let handles: Set<Db>;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'not-terrible-flush-'));
  ({ db } = openDatabase({ dataDir, databaseUrl: null }));
  await sql`create table notes (name text)`.execute(db);
  handles = new Set();
  disk.isSlow = true;
});
afterEach(async () => {
  disk.isSlow = false;
  for (const done of disk.flushes.splice(0)) done(null);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

const add = (name: string): Promise<string> =>
  inSharedTransaction(db, async (tx) => {
    handles.add(tx);
    await sql`insert into notes values (${name})`.execute(tx);
    return name;
  });

/** Until nothing is left to do but to flush. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

async function endFlush(error: Error | null = null): Promise<void> {
  disk.flushes.shift()?.(error);
  await settle();
}

test('writes that arrive during a flush share the transaction after it', async () => {
  const first = add('first');
  await settle();
  expect({ transactions: handles.size, flushes: disk.flushes.length }).toEqual({
    transactions: 1,
    flushes: 1,
  });
  const later = [add('a')];
  await settle();
  later.push(add('b'));
  await settle();
  expect(handles.size).toBe(1);

  await endFlush();
  expect(await first).toBe('first');
  expect({ transactions: handles.size, flushes: disk.flushes.length }).toEqual({
    transactions: 2,
    flushes: 1,
  });
  await endFlush();
  expect(await Promise.all(later)).toEqual(['a', 'b']);
});

test('many do not wait for it', async () => {
  const first = add('first');
  await settle();
  const many = Array.from({ length: 8 }, (_, index) => add(`many ${index}`));
  await settle();
  expect(handles.size).toBe(2);
  await endFlush();
  await endFlush();
  expect(await Promise.all([first, ...many])).toHaveLength(9);
});

test('a write that waits for a flush that fails is stored', async () => {
  const failed = expect(add('first')).rejects.toThrow();
  await settle();
  const later = add('later');
  await endFlush(new Error('EIO'));
  await failed;
  await endFlush();
  expect(await later).toBe('later');
});

test('commits of others that follow each other do not hold a write up', async () => {
  const foreign = () => inTransaction(db, (tx) => sql`insert into notes values ('foreign')`.execute(tx));
  const flushed = [foreign()];
  await settle();
  const write = add('a');
  flushed.push(foreign());
  await settle();
  expect(handles.size).toBe(0);
  // The flush of the second one begins at once.
  await endFlush();
  expect({ transactions: handles.size, flushes: disk.flushes.length }).toEqual({
    transactions: 1,
    flushes: 1,
  });
  await endFlush();
  await endFlush();
  expect(await write).toBe('a');
  await Promise.all(flushed);
});
