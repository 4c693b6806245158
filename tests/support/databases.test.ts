import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import { migratedDatabase, onEachDatabase, temporaryDatabase } from './databases.ts';
import { freshDatabase } from './postgres.ts';

onEachDatabase('a temporary database', (kind) => {
  test('has its own folder and is removed afterwards', async () => {
    const one = await temporaryDatabase(kind);
    const two = await temporaryDatabase(kind);
    expect(one.config.dataDir).not.toBe(two.config.dataDir);
    expect(existsSync(one.config.dataDir)).toBe(true);
    expect(one.config.databaseUrl === null).toBe(kind === 'sqlite');
    await one.dispose();
    await two.dispose();
    expect(existsSync(one.config.dataDir)).toBe(false);
  });

  test('that is migrated needs no migration and shares no rows with another one', async () => {
    const places = [await migratedDatabase(kind), await migratedDatabase(kind)];
    const opened = places.map(({ config }) => openDatabase(config));
    const [one, two] = opened as [(typeof opened)[0], (typeof opened)[0]];
    try {
      for (const database of opened) expect(await migrate(database)).toEqual([]);
      const rows = () => two.db.selectFrom('settings').selectAll().execute();
      const before = await rows();
      await one.db.insertInto('settings').values({ name: 'only here', value: '1' }).execute();
      expect(await rows()).toEqual(before);
    } finally {
      for (const { db } of opened) await db.destroy();
      for (const place of places) await place.dispose();
    }
  });
});

test('a fresh PostgreSQL database is empty, usable and gone after drop, even with a connection open', async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const ended = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int >= 140000 as recent, (select count(*)::int from pg_tables where schemaname = 'public') as tables",
  );
  expect(rows).toEqual([{ recent: true, tables: 0 }]);
  await database.drop();
  expect(await ended).toMatchObject({ code: '57P01' });
  await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toMatchObject({
    code: '3D000',
  });
});
