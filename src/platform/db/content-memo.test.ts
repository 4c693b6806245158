import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUnlessKnown } from './content-memo.ts';
import { type Db, openDatabase } from './open.ts';

let dataDir: string;
let db: Db;
let otherProcess: Db;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'not-terrible-memo-'));
  const config = { dataDir, databaseUrl: null };
  ({ db } = openDatabase(config));
  ({ db: otherProcess } = openDatabase(config));
  await sql`create table content_version (version integer not null)`.execute(db);
  await sql`insert into content_version values (0)`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await otherProcess.destroy();
  rmSync(dataDir, { recursive: true });
});

const change = (by: Db) => sql`update content_version set version = version + 1`.execute(by);

test('something is read again after any process changed the content, and in a transaction', async () => {
  let reads = 0;
  const read = (from = db) => readUnlessKnown(from, 'reads', async () => ++reads);
  expect([await read(), await read()]).toEqual([1, 1]);
  await change(db);
  expect([await read(), await read()]).toEqual([2, 2]);
  await change(otherProcess);
  expect([await read(), await read()]).toEqual([3, 3]);
  await db.transaction().execute(async (tx) => {
    await change(tx);
    expect([await read(tx), await read(tx)]).toEqual([4, 5]);
  });
  expect(await read()).toBe(6);
});

test('what was read while the content changed is not known afterwards', async () => {
  const old = await readUnlessKnown(db, 'a', async () => {
    await change(otherProcess);
    return 'old';
  });
  expect(old).toBe('old');
  expect(await readUnlessKnown(db, 'a', async () => 'new')).toBe('new');
});
