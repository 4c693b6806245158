import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBackups } from './backups.ts';
import { databaseName, manifestName, manifestText } from './manifest.ts';
import { removeOld, storeBackup } from './stored.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Backups that were made on these days, by versions with so many migrations. */
async function backups(...made: [day: number, migrations: number][]): Promise<void> {
  for (const [index, [day, count]] of made.entries()) {
    const place = path.join(folder, `0000${index + 1}-20260101T000000Z`);
    await mkdir(place);
    const manifest = manifestText({
      format: 'not-terrible-backup',
      format_version: 1,
      made: new Date(Date.UTC(2026, 0, day)).toISOString(),
      product_version: '0.1.0',
      migrations: Array.from({ length: count }, (_, number) => String(number)),
      database_bytes: 1,
      pictures: 'included',
      files: [{ name: databaseName, bytes: 1, sha256: '0'.repeat(64) }],
      missing: [],
    });
    await writeFile(path.join(place, manifestName), manifest);
  }
}

const kept = async () => (await readdir(folder)).map((name) => Number.parseInt(name, 10)).sort();

test('the backup from before the last upgrade is kept for 30 days beside the newest', async () => {
  await backups([1, 1], [2, 2], [3, 2], [4, 3], [5, 3], [6, 3], [7, 3]);
  await removeOld(folder, 2, null);
  expect(await kept()).toEqual([3, 6, 7]);
});

test('an older one is not kept', async () => {
  await backups([1, 2], [40, 3], [41, 3], [42, 3]);
  await removeOld(folder, 2, null);
  expect(await kept()).toEqual([3, 4]);
});

test.each([false, true])(
  'a corrupt database leaves no backup, verified in parallel: %s',
  async (inParallel) => {
    const source = {
      snapshot: (file: string) => writeFile(file, Buffer.alloc(100_000, 'no database')),
      version: '0.1.0',
      now: () => new Date(),
    };
    await expect(storeBackup(folder, source, null, { inParallel })).rejects.toThrow(
      /corrupt .* no backup was made/,
    );
    expect(await readdir(folder)).toEqual([]);
  },
);

test('the backups of two sites in one data folder are separate', async () => {
  const config = { dataDir: folder, databaseUrl: null, backupsKeep: 2, s3: null };
  const backupsOf = (siteId: string) =>
    openBackups(config, {
      snapshot: async (file) => {
        const database = new DatabaseSync(file);
        database.exec('create table migrations (name); create table images (variants)');
        database.exec('create table settings (name, value)');
        database.prepare("insert into settings values ('site_id', ?)").run(siteId);
        database.close();
      },
      version: '0.1.0',
      now: () => new Date(),
    });
  const [one, other] = [backupsOf('one'), backupsOf('other')];
  const first = await other.make();
  for (let count = 0; count < 3; count++) await one.make();
  expect((await one.list('one')).map(({ id }) => Number.parseInt(id, 10))).toEqual([4, 3]);
  expect((await other.list('other')).map(({ id }) => id)).toEqual([first?.id]);
  expect((await other.newest('other'))?.id).toBe(first?.id);
  expect(await other.open(first?.id ?? '', 'other')).not.toBeNull();
  expect(await one.open(first?.id ?? '', 'one')).toBeNull();
});
