import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Db, openDatabase } from './open.ts';
import { inSharedTransaction } from './shared-transactions.ts';

let dataDir: string;
let db: Db;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'not-terrible-shared-'));
  ({ db } = openDatabase({ dataDir, databaseUrl: null }));
  await sql`create table notes (name text unique)`.execute(db);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

const insert = (tx: Db, name: string) => sql`insert into notes values (${name})`.execute(tx);
const names = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from notes order by name`.execute(db);
  return rows.map(({ name }) => name);
};
/** The transactions that began, because each of them has its own handle. */
const handles = new Set<Db>();
const add = (name: string, then: (tx: Db) => unknown = () => {}) =>
  inSharedTransaction(db, async (tx) => {
    handles.add(tx);
    await insert(tx, name);
    await then(tx);
    return name;
  });
const failing = (message: string) => () => {
  throw new Error(message);
};

test('writes of the same turn share a transaction, and one that is refused does not affect the others', async () => {
  handles.clear();
  // However slow the machine is, no time passes for the transaction.
  vi.spyOn(process, 'threadCpuUsage').mockReturnValue({ user: 0, system: 0 });
  const refused = inSharedTransaction(db, async (tx) => {
    handles.add(tx);
    await sql`select name from notes`.execute(tx);
    throw new Error('refused');
  });
  const outcomes = await Promise.allSettled([add('a'), refused, add('c')]);
  expect(outcomes).toMatchObject([{ value: 'a' }, { reason: { message: 'refused' } }, { value: 'c' }]);
  expect(handles.size).toBe(1);
  expect(await names()).toEqual(['a', 'c']);
});

test('one that fails after it wrote something leaves nothing behind, and the others are stored', async () => {
  const outcomes = await Promise.allSettled([add('a'), add('b', failing('no b')), add('c')]);
  expect(outcomes).toMatchObject([{ value: 'a' }, { reason: { message: 'no b' } }, { value: 'c' }]);
  expect(await names()).toEqual(['a', 'c']);
});

test('one whose read fails because SQLite rolled back the transaction stores nothing outside of one', async () => {
  let isFirst = true;
  const readAfterRollback = inSharedTransaction(db, async (tx) => {
    if (!isFirst) return 'repeated';
    isFirst = false;
    await sql`rollback`.execute(tx);
    throw new Error('disk I/O error');
  });
  expect(await Promise.all([readAfterRollback, add('a'), add('b')])).toEqual(['repeated', 'a', 'b']);
  expect(await names()).toEqual(['a', 'b']);
});

test('a transaction that SQLite rolls back is repeated for each of them alone', async () => {
  let isFirst = true;
  const rollBackOnce = async (tx: Db) => {
    if (!isFirst) return;
    isFirst = false;
    await sql`rollback`.execute(tx);
    throw new Error('disk I/O error');
  };
  expect(await Promise.all([add('a'), add('b', rollBackOnce), add('c')])).toEqual(['a', 'b', 'c']);
  expect(await names()).toEqual(['a', 'b', 'c']);
});

test('a conflict is tried again alone, and fails alone', async () => {
  await insert(db, 'taken');
  const outcomes = await Promise.allSettled([add('a'), add('taken'), add('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['a', 'b', 'taken']);
});

test('writes that do not fit into the time of a transaction follow in the next one', async () => {
  handles.clear();
  const cpuMicros = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const busy = () => {
    for (const ends = cpuMicros() + 5000; cpuMicros() < ends; );
  };
  expect(await Promise.all(['a', 'b', 'c'].map((name) => add(name, busy)))).toEqual(['a', 'b', 'c']);
  expect(handles.size).toBe(3);
  expect(await names()).toEqual(['a', 'b', 'c']);
});
