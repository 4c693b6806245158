import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from './open.ts';
import type { NodeSqliteAdapter } from './sqlite.ts';

test('a transaction runs while the one before waits for the disk, so that both share a flush', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'not-terrible-sqlite-'));
  const { db } = openDatabase({ dataDir, databaseUrl: null });
  await sql`create table notes (name text)`.execute(db);
  const events: string[] = [];
  const add = (name: string) =>
    db
      .transaction()
      .execute(async (tx) => {
        await sql`insert into notes values (${name})`.execute(tx);
        events.push(`${name} runs`);
      })
      .then(() => events.push(`${name} is on disk`));
  await Promise.all([add('first'), add('second')]);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
  expect(events.slice(0, 2)).toEqual(['first runs', 'second runs']);
  expect(events.slice(2).sort()).toEqual(['first is on disk', 'second is on disk']);
});

test('a transaction waits for another process, and readers do not wait meanwhile', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'not-terrible-sqlite-'));
  const { db } = openDatabase({ dataDir, databaseUrl: null });
  await sql`create table notes (name text)`.execute(db);
  const other = new DatabaseSync(path.join(dataDir, 'blog.sqlite'));
  other.exec("begin immediate; insert into notes values ('other')");
  const events: string[] = [];
  const writing = db
    .transaction()
    .execute((tx) => sql`insert into notes values ('own')`.execute(tx))
    .then(() => events.push('written'));
  // The event loop turns, so that the other one can end here.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const { adapter } = db.getExecutor();
  const read = CompiledQuery.raw('select * from notes');
  expect((adapter as NodeSqliteAdapter).readNow(read)).toEqual([]);
  events.push('read');
  other.exec('commit');
  await writing;
  const { rows } = await sql<{ name: string }>`select name from notes`.execute(db);
  other.close();
  await db.destroy();
  rmSync(dataDir, { recursive: true });
  expect(events).toEqual(['read', 'written']);
  expect(rows.map(({ name }) => name)).toEqual(['other', 'own']);
});
