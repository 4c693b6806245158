import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  archive,
  database,
  expectReplaced,
  image,
  imageName,
  killedRestore,
  known,
  newerSite,
  parts,
  released,
  restoreFolder,
  sum,
} from '../../../../tests/support/backup-archives.ts';
import { migrate, migrations } from '../../../platform/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open.ts';
import { readSetting } from '../../../platform/db/settings.ts';
import { ownerName } from '../../../platform/files/files.ts';
import { encodeHeader } from '../../../platform/files/tar-header.ts';
import { requireUsable } from '../../../server/recovery.ts';
import { restore } from './restore.ts';
import { storeBackup } from './stored.ts';

let folder: string;
let file: string;
let target: string;
let everything: () => Promise<string[]>;
beforeEach(async () => {
  ({ folder, file, target, everything } = await restoreFolder());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A tar header, also of types that backups never contain. */
function header({ name, type, linkName = '' }: { name: string; type: string; linkName?: string }): Buffer {
  const block = encodeHeader({ name, type, linkName, size: 0, modified: new Date(0) });
  return block ?? expect.fail('does not fit');
}

test('a backup that does not fit on the disk is refused before anything is written', async () => {
  const backup = await parts();
  const { bsize, bavail } = await statfs(folder);
  // Far more than is free, because other programs may free some meanwhile.
  const needed = (bavail + 2 ** 28) * bsize;
  await writeFile(
    file,
    await archive({ ...backup, manifest: { ...backup.manifest, database_bytes: needed } }),
  );
  const before = await readdir(folder, { recursive: true });
  const refusal = await restore(file, target).catch((error: Error) => error.message);
  const [, asked = '', free = ''] = /needs (\d+) bytes, and (\d+) bytes are free/.exec(String(refusal)) ?? [];
  expect(Number(asked)).toBeGreaterThan(needed);
  expect(Number(free)).toBeLessThan(needed);
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

test('a backup is restored completely', async () => {
  await writeFile(file, await archive(await parts()));
  await restore(file, target);
  expect(await readFile(join(target, 'blog.sqlite'))).toEqual(await database());
  expect(await readFile(join(target, 'images', imageName))).toEqual(image);
  expect((await readdir(target)).sort()).toEqual(['blog.sqlite', 'images']);
  await requireUsable(target);
});

test('a folder that is not empty is left unchanged', async () => {
  await writeFile(file, await archive(await parts()));
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'diary.txt'), 'dear diary');
  await expect(restore(file, target)).rejects.toThrow(/is not empty\. Set DATA_DIR to an empty .*--replace/);
  expect(await readdir(target)).toEqual(['diary.txt']);
});

describe('an archive that is hostile or corrupt restores nothing', () => {
  const refuse = async (bytes: Buffer, reason: RegExp) => {
    await writeFile(file, bytes);
    const before = await everything();
    await expect(restore(file, target)).rejects.toThrow(reason);
    expect(await everything()).toEqual(before);
  };

  test.each([
    '../evil.txt',
    '/tmp/not-terrible-evil.txt',
    'images/../../evil.txt',
    'images/ab/../../../evil.webp',
    'images\\..\\evil.webp',
    'images/.hidden',
    'images/.unfinished/x',
    '.restoring/blog.sqlite',
    'blog.sqlite',
    'blog.sqlite-wal',
    'images/ab',
    'images/',
    'uploads/x',
    './blog.sqlite.gz',
    'manifest.json/x',
    'images/ab/c.webp\nx',
  ])('a file called %j', async (name) => {
    const bytes = Buffer.from('evil');
    const good = await parts();
    await refuse(
      await archive({ ...good, extra: [[name, bytes]] }),
      /does not belong in a Not Terrible backup|not a plain file/,
    );
    // Naming it in the manifest does not help.
    const listed = [...(good.manifest.files as object[]), { name, bytes: 4, sha256: sum(bytes) }];
    await refuse(
      await archive({ ...good, extra: [[name, bytes]], manifest: { ...good.manifest, files: listed } }),
      /does not belong in a Not Terrible backup|not a plain file|does not understand/,
    );
    expect(existsSync('/tmp/not-terrible-evil.txt')).toBe(false);
  });

  test.each([
    ['a symbolic link', { name: 'images/ab', type: '2', linkName: '/etc' }],
    ['a hard link', { name: `images/${imageName}`, type: '1', linkName: '/etc/passwd' }],
    ['a folder', { name: 'images/', type: '5' }],
    ['a folder that calls itself a file', { name: 'images/', type: '0' }],
    ['a longer name of GNU tar', { name: '././@LongLink', type: 'L' }],
    ['a device', { name: 'images/ab/c.webp', type: '3' }],
  ] as const)('%s', async (_, values) => {
    await refuse(Buffer.concat([header(values), await archive(await parts())]), /not a plain file/);
  });

  test('the same file twice', async () => {
    const good = await parts();
    await refuse(await archive({ ...good, extra: [[`images/${imageName}`, image]] }), /does not belong/);
  });

  test('one byte changed anywhere', async () => {
    const good = await archive(await parts());
    for (let at = 600; at < good.length - 1500; at += Math.ceil(good.length / 40)) {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] ?? 0) ^ 0x10;
      if (bad.compare(good) === 0) continue;
      await refuse(
        bad,
        /corrupt|truncated|not belong|not a plain file|cannot be read|not understand|inconsistent|missing/,
      );
    }
  });

  test('truncated at any point', async () => {
    const good = await archive(await parts());
    for (const share of [0, 0.01, 0.3, 0.6, 0.9])
      await refuse(good.subarray(0, Math.floor(good.length * share)), /truncated/);
  });

  test('text, and an empty file', async () => {
    await refuse(Buffer.from('dear diary, '.repeat(1000)), /isn't a backup archive, or it is corrupt/);
    await refuse(Buffer.alloc(0), /truncated/);
    await refuse(Buffer.alloc(10_240), /its manifest is missing/);
  });

  test('a database that decompresses to more than its declared size', async () => {
    const bomb = await parts(Buffer.alloc(50_000_000));
    await refuse(
      await archive({ ...bomb, manifest: { ...bomb.manifest, database_bytes: 1000 } }),
      /too large/,
    );
  });

  test('a database that is not a database, is corrupt, or violates a foreign key', async () => {
    await refuse(await archive(await parts(Buffer.from('dear diary'))), /not a database/);
    const torn = Buffer.from(await database());
    torn.fill(0x41, 4096 * 3, 4096 * 6);
    await refuse(await archive(await parts(torn)), /corrupt/);
    const place = join(folder, 'orphan.sqlite');
    await writeFile(place, await database());
    const open = new DatabaseSync(place, { enableForeignKeyConstraints: false });
    open.exec(
      "insert into votes (post_id, address, date_added) values (99, 'a', '2026-01-01T00:00:00.000Z')",
    );
    open.exec('pragma journal_mode = delete');
    open.close();
    await refuse(
      await archive(await parts(await readFile(place))),
      /a row of votes references a missing row/,
    );
  });

  test('a backup of a newer version', async () => {
    const good = await parts();
    await refuse(
      await archive({ ...good, manifest: { ...good.manifest, migrations: [...known, '999-future'] } }),
      /newer version/,
    );
    await refuse(
      await archive({ ...good, manifest: { ...good.manifest, format_version: 2 } }),
      /does not understand/,
    );
  });

  test('an image that is listed but missing', async () => {
    const { files, manifest } = await parts();
    await refuse(await archive({ files: files.slice(0, 1), manifest }), /images\/ab.* is missing/);
  });
});

describe('images of a site that has no SQLite database are never deleted', () => {
  const own = async () => readFile(join(target, 'images', 'own.webp'), 'utf8');
  beforeEach(async () => {
    await writeFile(file, await archive(await parts()));
    await mkdir(join(target, 'images'), { recursive: true });
    await writeFile(join(target, 'images', 'own.webp'), 'own image');
  });

  test('after a replacing restore that was killed while it unpacked', async () => {
    await killedRestore({ file, target }, 3, { replace: true });
    expect(await readdir(target)).toContain('.restoring');
    await expect(restore(file, target)).rejects.toThrow(/is not empty/);
    expect(await own()).toBe('own image');
    await restore(file, target, { replace: true });
    expect(await own()).toBe('own image');
    expect((await readdir(target)).sort()).toEqual(['blog.sqlite', 'images']);
  });

  test.each([
    ['that was completed before its folder was removed', '.restoring-into-empty', []],
    ['that had not moved its images yet', '.restoring-into-empty', ['images', 'blog.sqlite']],
    ['of an earlier version', '.restoring', ['blog.sqlite']],
  ])('with the folder of a restore %s', async (_, name, content) => {
    await mkdir(join(target, name));
    for (const entry of content) await writeFile(join(target, name, entry), '');
    await expect(restore(file, target)).rejects.toThrow(/is not empty/);
    expect(await own()).toBe('own image');
  });

  test('with the folder of an interrupted restore beside what a site stored since', async () => {
    await mkdir(join(target, '.restoring-into-empty'));
    await writeFile(join(target, '.restoring-into-empty', 'blog.sqlite'), '');
    await mkdir(join(target, 'backups'));
    await expect(restore(file, target)).rejects.toThrow(/is not empty/);
    expect(await own()).toBe('own image');
  });
});

describe('a restore that replaces the site', () => {
  test('sets the database aside with its latest changes, and keeps newer images', async () => {
    await writeFile(file, await archive(await parts()));
    await newerSite(target);
    const { setAside } = await restore(file, target, { replace: true });
    await expectReplaced(target);
    expect(dirname(setAside ?? '')).toBe(target);
    expect(existsSync(join(target, '.restoring'))).toBe(false);
  });

  test('is refused for a corrupt backup and for that of another site, and changes nothing', async () => {
    const { files, manifest } = await parts();
    await newerSite(target);
    await writeFile(join(target, 'images', ownerName), 'another site\n');
    const before = await everything();
    await writeFile(file, await archive({ files, manifest }));
    await expect(restore(file, target, { replace: true })).rejects.toThrow(/of another site/);
    await writeFile(file, await archive({ files: files.slice(0, 1), manifest }));
    await expect(restore(file, target, { replace: true })).rejects.toThrow(/is missing/);
    expect(await everything()).toEqual([...before, 'backup.tar'].sort());
  });

  describe('with a backup from before sites had an id', () => {
    /** The database with other settings, as a file. */
    async function withSettings(at: string, settings: Record<string, string>): Promise<void> {
      await writeFile(at, await database());
      const open = new DatabaseSync(at);
      for (const [name, value] of Object.entries(settings))
        open.prepare('insert into settings (name, value) values (?, ?)').run(name, value);
      open.exec('pragma journal_mode = delete');
      open.close();
    }

    async function siteWithId(): Promise<void> {
      await newerSite(target);
      await writeFile(join(target, 'images', ownerName), 'own-id\n');
      await rm(join(target, 'blog.sqlite-wal'));
      await rm(join(target, 'blog.sqlite'));
    }

    const siteId = () => {
      const open = new DatabaseSync(join(target, 'blog.sqlite'), { readOnly: true });
      const row = open.prepare("select value from settings where name = 'site_id'").get();
      open.close();
      return row?.value;
    };

    test('goes back to one of its own folder, which then has the id of its images', async () => {
      await siteWithId();
      const snapshot = async (at: string) => writeFile(at, await database());
      const source = { snapshot, version: '0.1.0', now: () => new Date() };
      const backups = join(target, 'backups');
      const { id } = await storeBackup(backups, source, join(target, 'images'));
      await restore(join(backups, id), target, { replace: true });
      expect(siteId()).toBe('own-id');
    });

    test.each(released)(
      'goes back to the data of %s after an upgrade, and upgrades again',
      async (version, last) => {
        await siteWithId();
        const upTo = known.indexOf(last) + 1;
        const change = async (run: (open: OpenDatabase) => Promise<unknown>) => {
          const open = openDatabase({ dataDir: target, databaseUrl: null });
          await run(open);
          await open.db.destroy();
        };
        const set = ({ db }: OpenDatabase, name: string, value: string) =>
          db.insertInto('settings').values({ name, value }).execute();
        await change(async (open) => {
          await migrate(open, migrations.slice(0, upTo));
          await set(open, 'site', '{"site_name":"Old"}');
        });
        const snapshot = (at: string) => copyFile(join(target, 'blog.sqlite'), at);
        const backups = join(target, 'backups');
        const source = { snapshot, version, now: () => new Date() };
        const { id } = await storeBackup(backups, source, join(target, 'images'));
        await change(async (open) => {
          await migrate(open);
          await set(open, 'site_id', 'own-id');
        });
        await restore(join(backups, id), target, { replace: true });
        expect(siteId()).toBe('own-id');
        await change(async (open) => {
          expect(await readSetting(open.db, 'site')).toBe('{"site_name":"Old"}');
          expect(await migrate(open)).toEqual(known.slice(upTo));
        });
      },
    );

    test('goes back to an archive with the same key, and to no other', async () => {
      await siteWithId();
      await withSettings(join(target, 'blog.sqlite'), { site_id: 'own-id', 'key:addresses': 'one' });
      const plain = join(folder, 'plain.sqlite');
      const archiveWith = async (key: string) => {
        await withSettings(plain, { 'key:addresses': key });
        await writeFile(file, await archive(await parts(await readFile(plain))));
      };
      await archiveWith('another');
      await expect(restore(file, target, { replace: true })).rejects.toThrow(/of another site/);
      await archiveWith('one');
      await restore(file, target, { replace: true });
      expect(siteId()).toBe('own-id');
    });
  });
});
