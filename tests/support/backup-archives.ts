/* Backups for tests of restoring them, made entry by entry, so that each can be wrong. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once as event } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { type Entry, tarOf } from '../../src/features/backup/archive/archive.ts';
import { type Manifest, manifestText } from '../../src/features/backup/archive/manifest.ts';
import { migrate, migrations } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';

export const known = migrations.map(({ name }) => name);
/** The last migration of each version; a new release gets a line here and in docs/handbook/upgrading.md. */
export const released = [
  ['0.1.0', '060-mail-setup'],
  ['0.2.0', '081-texts-of-language'],
] as const;
export const imageName = `ab/${'ab'.repeat(32)}-200.webp`;
export const image = Buffer.from('not really a image');
export const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let siteDatabase: Promise<Buffer> | undefined;
export const database = () => {
  siteDatabase ??= (async () => {
    const place = await mkdtemp(join(tmpdir(), 'restore-site-'));
    const open = openDatabase({ dataDir: place, databaseUrl: null });
    await migrate(open);
    await open.db.destroy();
    const bytes = await readFile(join(place, 'blog.sqlite'));
    await rm(place, { recursive: true });
    return bytes;
  })();
  return siteDatabase;
};

const entry = (name: string, bytes: Buffer): Entry => ({
  name,
  bytes: bytes.length,
  modified: new Date(0),
  async *read() {
    yield bytes;
  },
});

type Parts = {
  files: [string, Buffer][];
  manifest: Record<string, unknown>;
  extra?: [string, Buffer][];
};

export async function parts(plain?: Buffer): Promise<Parts> {
  const site = plain ?? (await database());
  const files: [string, Buffer][] = [
    ['blog.sqlite.gz', gzipSync(site)],
    [`images/${imageName}`, image],
  ];
  return {
    files,
    manifest: {
      format: 'not-terrible-backup',
      format_version: 1,
      made: '2026-01-02T03:04:05.000Z',
      product_version: '0.1.0',
      migrations: known.toSorted(),
      database_bytes: site.length,
      pictures: 'included',
      files: files.map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sum(bytes) })),
      missing: [],
    },
  };
}

export async function archive({ files, manifest, extra = [] }: Parts): Promise<Buffer> {
  const text = Buffer.from(manifestText(manifest as Manifest));
  return buffer(
    tarOf([...files, ...extra, ['manifest.json', text] as const].map(([name, bytes]) => entry(name, bytes))),
  );
}

/** Restores in a process that is killed right before the step with this number. */
export async function killedRestore(
  { file, target }: { file: string; target: string },
  steps: number,
  options = {},
): Promise<void> {
  const script = `
    const { syncBuiltinESMExports } = require('node:module');
    const fs = require('node:fs/promises');
    let left = Number(process.argv[3]);
    for (const name of ['mkdir', 'rename', 'rm']) {
      const real = fs[name];
      fs[name] = (...args) => (--left < 0 ? process.kill(process.pid, 'SIGKILL') : real(...args));
    }
    syncBuiltinESMExports();
    import(${JSON.stringify(new URL('../../src/features/backup/archive/restore.ts', import.meta.url).href)}).then(({ restore }) =>
      restore(process.argv[1], process.argv[2], ${JSON.stringify(options)}));`;
  const child = spawn(process.execPath, ['-e', script, file, target, String(steps)], { stdio: 'ignore' });
  await event(child, 'exit');
}

const newer = { 'blog.sqlite': 'newer database', 'blog.sqlite-wal': 'its latest changes' };

/** Fills the folder with a site that is newer than the backup. */
export async function newerSite(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, 'images'), { recursive: true });
  await writeFile(join(target, 'images', 'newer.webp'), 'newer image');
  for (const [name, text] of Object.entries(newer)) await writeFile(join(target, name), text);
}

/** Expects the backup in place of the newer site, which is set aside. */
export async function expectReplaced(target: string): Promise<void> {
  expect(await readFile(join(target, 'blog.sqlite'))).toEqual(await database());
  expect(existsSync(join(target, 'blog.sqlite-wal'))).toBe(false);
  expect(await readFile(join(target, 'images', imageName))).toEqual(image);
  expect(await readFile(join(target, 'images', 'newer.webp'), 'utf8')).toBe('newer image');
  const replaced = (await readdir(target, { recursive: true })).filter((name) =>
    /^replaced-\d{8}T\d{6}Z.blog/.test(name),
  );
  expect(replaced.map((name) => basename(name)).sort()).toEqual(Object.keys(newer));
  for (const name of replaced)
    expect(await readFile(join(target, name), 'utf8')).toBe(newer[basename(name) as keyof typeof newer]);
}

/** A temporary folder with the names of a backup and of the site that it is restored to. */
export async function restoreFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'restore-'));
  return {
    folder,
    file: join(folder, 'backup.tar'),
    target: join(folder, 'restored', 'data'),
    /** All files in the folder, without the empty target folder itself. */
    everything: async () =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => !['restored', join('restored', 'data')].includes(name))
        .sort(),
  };
}
