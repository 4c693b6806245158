import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { inspectInWorker } from '../db/inspect.ts';
import { ownerName } from '../media/files.ts';
import { type Entry, untar } from './archive.ts';
import { gunzipped } from './compress.ts';
import { syncFolder, writeDurably } from './durable-write.ts';
import { once } from './file.ts';
import {
  BackupProblem,
  databaseName,
  type Manifest,
  manifestName,
  parseManifest,
  pictureOf,
} from './manifest.ts';
import { entriesOfStored, readManifest } from './stored.ts';

/** Everything is put together in here; whoever finds it without a database beside it finds a restore cut short. */
export const restoringName = '.restoring';
const plainDatabase = 'blog.sqlite';

export const isHalfRestored = (dataDir: string): boolean =>
  existsSync(path.join(dataDir, restoringName)) && !existsSync(path.join(dataDir, plainDatabase));

/**
 * Restores a backup, an archive or the folder of a stored one, into an empty data folder. All of it is checked before
 * any of it is in place, and the database comes last: an interruption leaves nothing that would start.
 */
export async function restore(
  backup: string,
  dataDir: string,
  knownMigrations: readonly string[],
): Promise<Manifest> {
  const kind = await kindOf(backup);
  await requireEmpty(dataDir);
  await requireRoom(dataDir, () => (kind === 'folder' ? stored(backup) : untar(backup)));
  const aside = path.join(dataDir, restoringName);
  // What lies beside it came out of an attempt that was cut short.
  if (existsSync(aside)) await empty(dataDir);
  try {
    await mkdir(path.join(aside, 'images'), { recursive: true, mode: 0o700 });
    const manifest = await unpack(kind === 'folder' ? stored(backup) : untar(backup), aside);
    await requireFitting(manifest, knownMigrations);
    const siteId = await requireSound(path.join(aside, plainDatabase), manifest);
    // The images are the same site's as the database.
    if (siteId !== null)
      await writeDurably(path.join(aside, 'images', ownerName), once(Buffer.from(`${siteId}\n`)));
    await syncFolders(aside);
    await rename(path.join(aside, 'images'), path.join(dataDir, 'images'));
    await rename(path.join(aside, plainDatabase), path.join(dataDir, plainDatabase));
    await rm(aside, { recursive: true, force: true });
    await syncFolder(dataDir);
    return manifest;
  } catch (error) {
    await empty(dataDir).catch(() => {});
    throw error;
  }
}

async function kindOf(backup: string): Promise<'file' | 'folder'> {
  const found = await stat(backup).catch((cause) => {
    throw new BackupProblem(`There is no backup ${backup}.`, { cause });
  });
  return found.isDirectory() ? 'folder' : 'file';
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const others = names.filter((name) => name !== 'lost+found');
  if (others.length > 0 && !isHalfRestored(dataDir))
    throw new BackupProblem(
      `${dataDir} is not empty, and a restore never replaces anything. Please set DATA_DIR to an empty or a new folder.`,
    );
}

/** Reads the list first, which comes last: a disk that fills up in the middle is no better for anyone. */
async function requireRoom(dataDir: string, open: () => AsyncIterable<Entry>): Promise<void> {
  let manifest: Manifest | null = null;
  for await (const entry of open()) if (entry.name === manifestName) manifest = await listIn(entry);
  // The restore itself says what is wrong with it.
  if (!manifest) return;
  const { bsize, bavail } = await statfs(nearestFolder(dataDir));
  const sizes = [manifest.database_bytes, ...manifest.files.map(({ bytes }) => bytes)];
  const needed = sizes.reduce((sum, bytes) => sum + (Math.floor(bytes / bsize) + 1) * bsize, 0);
  const free = bavail * bsize;
  if (needed > free)
    throw new BackupProblem(
      `There is not enough room in ${dataDir}: the restore needs ${needed} bytes, and ${free} bytes are free. Make room, or set DATA_DIR to a folder on a larger disk.`,
    );
}

/** The folder may not be there yet. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder));

async function listIn(entry: Entry): Promise<Manifest> {
  if (entry.bytes > manifestLimit) throw notOurs(entry.name);
  const chunks: Buffer[] = [];
  for await (const chunk of await entry.read()) chunks.push(chunk);
  return parseManifest(Buffer.concat(chunks).toString('utf8'));
}

async function empty(dataDir: string): Promise<void> {
  for (const name of ['images', plainDatabase, restoringName])
    await rm(path.join(dataDir, name), { recursive: true, force: true });
}

async function* stored(backup: string): AsyncGenerator<Entry> {
  const manifest = await readManifest(backup);
  yield* entriesOfStored(backup, manifest);
  const file = path.join(backup, manifestName);
  const { size, mtime } = await stat(file);
  yield { name: manifestName, bytes: size, modified: mtime, read: () => createReadStream(file) };
}

const manifestLimit = 256 * 1024 * 1024;

/** Takes only files that a backup can hold, each once, and then checks them against the list at the end. */
async function unpack(entries: AsyncIterable<Entry>, aside: string): Promise<Manifest> {
  const seen = new Map<string, { bytes: number; sha256: string }>();
  let manifest: Manifest | null = null;
  for await (const entry of entries) {
    if (manifest || seen.has(entry.name)) throw notOurs(entry.name);
    if (entry.name === manifestName) {
      manifest = await listIn(entry);
      continue;
    }
    const picture = pictureOf(entry.name);
    if (picture === null && entry.name !== databaseName) throw notOurs(entry.name);
    const target = path.join(aside, picture === null ? databaseName : path.join('images', picture));
    try {
      await mkdir(path.dirname(target), { recursive: true });
      seen.set(entry.name, await writeDurably(target, await entry.read()));
    } catch (error) {
      // A file where another one needs a folder, or the other way round.
      const { code = '' } = error as NodeJS.ErrnoException;
      throw ['EEXIST', 'EISDIR', 'ENOTDIR'].includes(code) ? notOurs(entry.name) : error;
    }
  }
  if (!manifest) throw new BackupProblem('The backup is cut off: its list is missing.');
  requireSame(manifest, seen);
  await unpackDatabase(aside, manifest.database_bytes);
  return manifest;
}

const notOurs = (name: string) =>
  new BackupProblem(
    `${JSON.stringify(name.slice(0, 200))} has no place in a backup of Not Terrible; nothing was restored.`,
  );

function requireSame(
  { files }: Manifest,
  seen: ReadonlyMap<string, { bytes: number; sha256: string }>,
): void {
  for (const { name, bytes, sha256 } of files) {
    const found = seen.get(name);
    if (!found) throw new BackupProblem(`The backup is not whole: ${name} is missing.`);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new BackupProblem(`The backup is damaged: the checksum of ${name} is wrong.`);
  }
  for (const name of seen.keys()) if (!files.some((file) => file.name === name)) throw notOurs(name);
}

/** Never more than the list says, so that a few bytes cannot fill the disk. */
async function unpackDatabase(aside: string, bytes: number): Promise<void> {
  const packed = path.join(aside, databaseName);
  async function* limited() {
    let seen = 0;
    for await (const chunk of gunzipped(createReadStream(packed))) {
      seen += chunk.length;
      if (seen > bytes) throw new BackupProblem('The backup is damaged: its database is too large.');
      yield chunk;
    }
    if (seen < bytes) throw new BackupProblem('The backup is damaged: its database is too small.');
  }
  await writeDurably(path.join(aside, plainDatabase), limited());
  await rm(packed);
}

async function requireFitting({ migrations }: Manifest, known: readonly string[]): Promise<void> {
  if (migrations.some((name) => !known.includes(name)))
    throw new BackupProblem(
      'The backup was made by a newer version of Not Terrible; please restore it with that version.',
    );
}

async function requireSound(database: string, manifest: Manifest): Promise<string | null> {
  const { problem, migrations, siteId } = await inspectInWorker(database);
  if (problem !== null) throw new BackupProblem(`The database in the backup is damaged: ${problem}.`);
  if (migrations.join() !== manifest.migrations.join())
    throw new BackupProblem('The database in the backup is not the one that its list describes.');
  return siteId;
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(path.join(entry.parentPath, entry.name));
  await syncFolder(folder);
}
