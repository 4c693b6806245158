import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { backUpBeforeMigration, openBackups } from '../../src/features/backup/archive/backups.ts';
import { backupSource } from '../../src/features/backup/source.ts';
import { migrate, migrations } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { explainingNewer } from '../../src/server/recovery.ts';
import { environmentOf, runBackupCommand } from '../support/backup-command.ts';
import { type DatabaseKind, onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-upgrade-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

onEachDatabase('a migration', (kind: DatabaseKind) => {
  test('is preceded by a backup, except on a new database', async () => {
    const database = await temporaryDatabase(kind);
    const env = environmentOf(database.config);
    const backups = path.join(database.config.dataDir, 'backups');
    try {
      const open = openDatabase(database.config);
      const older = migrations.slice(0, -2);
      await migrate(open, older);
      await open.db.insertInto('settings').values({ name: 'mark', value: 'before' }).execute();
      await open.db.destroy();
      const server = await startServer({ env });
      await server.dispose();
      const [id = '', ...rest] = (await readdir(backups)).filter((name) => /^\d/.test(name));
      expect(rest).toEqual([]);
      const place = path.join(folder, 'restored');
      expect(
        await runBackupCommand(folder, 'restore', { DATA_DIR: place }, path.join(backups, id)),
      ).toMatchObject({ code: 0 });
      const restored = new DatabaseSync(path.join(place, 'blog.sqlite'), { readOnly: true });
      expect(
        restored
          .prepare('select name from migrations order by name')
          .all()
          .map(({ name }) => name),
      ).toEqual(older.map(({ name }) => name).sort());
      expect(restored.prepare("select value from settings where name = 'mark'").get()).toEqual({
        value: 'before',
      });
      restored.close();
      const second = await startServer({ env });
      await second.dispose();
      expect((await readdir(backups)).filter((name) => /^\d/.test(name))).toEqual([id]);
      // The way back, although that version gave the site no id yet.
      expect(
        await runBackupCommand(folder, 'restore', env, '--replace', path.join(backups, id)),
      ).toMatchObject({ code: 0 });
    } finally {
      await database.dispose();
    }
  });
});

describe('a migration of a large SQLite database', () => {
  const older = migrations.slice(0, -2);
  /** A site of the version before with more than 64 MB. */
  async function largeSite() {
    const database = await temporaryDatabase('sqlite');
    const open = openDatabase(database.config);
    await migrate(open, older);
    await open.db.insertInto('settings').values({ name: 'mark', value: 'before' }).execute();
    await sql`insert into settings (name, value) values ('large', printf('%.*c', 70000000, 'x'))`.execute(
      open.db,
    );
    return { database, open, backups: path.join(database.config.dataDir, 'backups') };
  }
  const idsIn = async (backups: string) => (await readdir(backups)).filter((name) => /^\d/.test(name));
  const expectBefore = async (place: string) => {
    const restored = new DatabaseSync(path.join(place, 'blog.sqlite'), { readOnly: true });
    const names = restored.prepare('select name from migrations order by name').all();
    expect(names.map(({ name }) => name)).toEqual(older.map(({ name }) => name).sort());
    const mark = restored.prepare("select value from settings where name = 'mark'").get();
    expect(mark).toEqual({ value: 'before' });
    restored.close();
  };

  test('copies it, and the copy becomes a backup after the start', async () => {
    const { database, open, backups } = await largeSite();
    await open.db.destroy();
    const server = await startServer({ env: environmentOf(database.config) });
    try {
      await expect.poll(() => idsIn(backups), { timeout: 60_000 }).toHaveLength(1);
      await expect.poll(() => readdir(backups)).not.toContain('.before-upgrade');
      const [id = ''] = await idsIn(backups);
      const place = path.join(folder, 'restored');
      expect(
        await runBackupCommand(folder, 'restore', { DATA_DIR: place }, path.join(backups, id)),
      ).toMatchObject({ code: 0 });
      await expectBefore(place);
    } finally {
      await server.dispose();
      await database.dispose();
    }
  });

  test('leaves a copy when it is killed: it can be restored, and an older version makes a backup of it', async () => {
    const { database, open, backups } = await largeSite();
    const { dataDir } = database.config;
    try {
      const set = openBackups({ ...database.config, backupsKeep: 7, s3: null }, backupSource(open));
      await migrate(open, migrations, () => backUpBeforeMigration(set, () => {}));
      await open.db.insertInto('settings').values({ name: 'after', value: 'yes' }).execute();
      await open.db.destroy();
      expect(await idsIn(backups)).toEqual([]);

      // A copy of the folder, because it becomes a backup.
      const elsewhere = path.join(folder, 'backups');
      await cp(backups, elsewhere, { recursive: true });
      const place = path.join(folder, 'restored');
      const copy = path.join(elsewhere, '.before-upgrade');
      expect(await runBackupCommand(folder, 'restore', { DATA_DIR: place }, copy)).toMatchObject({ code: 0 });
      await expectBefore(place);

      // The version before finds the newer database, and names the backup.
      const old = openDatabase(database.config);
      const message = await explainingNewer({ ...database.config, s3: null }, old, () =>
        migrate(old, older),
      ).catch((error: Error) => error.message);
      await old.db.destroy();
      const [id = ''] = await idsIn(backups);
      expect(message).toContain(path.join(dataDir, 'backups', id));
      expect(await readdir(backups)).not.toContain('.before-upgrade');
    } finally {
      await database.dispose();
    }
  });
});

test('a worker of a newer version than its server does not migrate', async () => {
  const database = await temporaryDatabase('sqlite');
  try {
    const older = migrations.slice(0, -1);
    const open = openDatabase(database.config);
    await migrate(open, older);
    const config = { ...readConfig({}), ...database.config };
    await expect(openBlog(config, createLog('silent'), 'worker')).rejects.toThrow(/Restart the site/);
    const applied = await open.db.selectFrom('migrations').select('name').execute();
    await open.db.destroy();
    expect(applied).toHaveLength(older.length);
  } finally {
    await database.dispose();
  }
});

describe('a migration without its backup', () => {
  test('is not started', async () => {
    const database = await temporaryDatabase('sqlite');
    const { dataDir } = database.config;
    try {
      const open = openDatabase(database.config);
      await migrate(open, migrations.slice(0, -2));
      await open.db.destroy();
      await writeFile(path.join(dataDir, 'backups'), 'a file where the folder should be');
      const sum = async () =>
        createHash('sha256')
          .update(await readFile(path.join(dataDir, 'blog.sqlite')))
          .digest('hex');
      const before = await sum();
      await expect(startServer({ env: { DATA_DIR: dataDir } })).rejects.toThrow(
        /has to be migrated, but the backup before the migration failed: .*Nothing was changed/,
      );
      expect(await sum()).toBe(before);
      const server = await startServer({ env: { DATA_DIR: dataDir, BACKUPS_KEEP: '0' } });
      await server.dispose();
    } finally {
      await database.dispose();
    }
  });
});
