import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from './open.ts';

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
