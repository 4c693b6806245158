import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { inspectInWorker, type SiteIdentity } from '../../../platform/db/inspect.ts';
import { isOfNewerVersion } from '../../../platform/db/migrate.ts';
import { syncFolder, writeDurably } from '../../../platform/files/durable-write.ts';
import { ownerName } from '../../../platform/files/files.ts';
import {
  backupChecksumWrong,
  backupDatabaseCorrupt,
  backupDatabaseMismatch,
  backupDatabaseTooLarge,
  backupDatabaseTooSmall,
  backupIncomplete,
  backupOfNewerVersion,
  manifestMissing,
  noSuchBackup,
  restoreNeedsSpace,
  restoreTargetNotEmpty,
  unexpectedBackupFile,
} from '../../../platform/messages/operator.ts';
import { type Entry, untar } from './archive.ts';
import { gunzipped } from './compress.ts';
import { once } from './file.ts';
import {
  BackupProblem,
  databaseName,
  imageOf,
  type Manifest,
  manifestName,
  parseManifest,
} from './manifest.ts';
import { requireSameSite, setSiteId } from './same-site.ts';
import { entriesOfStored, readManifest } from './stored.ts';

/**
 * The temporary folder of a restore that adds to a folder. One into an empty folder has another name, because only what it moved
 * into place itself may be deleted when it is repeated.
 */
const restoringName = '.restoring';
const intoEmptyName = '.restoring-into-empty';
const plainDatabase = 'blog.sqlite';

/** Without a database beside its temporary folder, a restore was interrupted. */
export const isRestoreInterrupted = (dataDir: string): boolean =>
  [restoringName, intoEmptyName].some((name) => existsSync(path.join(dataDir, name))) &&
  !existsSync(path.join(dataDir, plainDatabase));

/** In the temporary folder of a restore that replaces a database: the name of the folder that gets the old one. */
const replacingName = 'replacing';

export type Restored = {
  manifest: Manifest;
  /** The folder with the database that was replaced. */
  setAside: string | null;
};

/**
 * Restores a backup, which is an archive or the folder of a stored backup, into an empty data folder, or with `replace` into that of
 * its own site. Everything is verified before it is moved into place, and the database is moved last, so that no site starts on an
 * interrupted restore.
 */
export async function restore(
  backup: string,
  dataDir: string,
  options: { replace?: boolean } = {},
): Promise<Restored> {
  const kind = await kindOf(backup);
  const replacing = path.join(dataDir, restoringName, replacingName);
  // An interrupted restore is repeated in the way in which it began.
  const interrupted = isRestoreInterrupted(dataDir)
    ? await readFile(replacing, 'utf8').catch(() => null)
    : null;
  const replace = options.replace || interrupted !== null;
  const temporary = path.join(dataDir, replace ? restoringName : intoEmptyName);
  const remove = () => (replace ? removeTemporary(dataDir) : removeInterrupted(dataDir));
  if (!replace) await requireEmpty(dataDir);
  await requireSpace(dataDir, () => (kind === 'folder' ? stored(backup) : untar(backup)));
  if (interrupted === null) await remove();
  try {
    for (const name of interrupted === null ? [] : await readdir(temporary))
      if (name !== replacingName) await rm(path.join(temporary, name), { recursive: true });
    await mkdir(path.join(temporary, 'images'), { recursive: true, mode: 0o700 });
    const manifest = await unpack(kind === 'folder' ? stored(backup) : untar(backup), temporary);
    if (isOfNewerVersion(manifest.migrations)) throw new BackupProblem(backupOfNewerVersion);
    const restored = path.join(temporary, plainDatabase);
    const identity = await verifyDatabase(restored, manifest);
    const replaced = path.join(dataDir, interrupted ?? '', plainDatabase);
    const siteId = replace
      ? await requireSameSite(dataDir, { path: backup, identity }, replaced)
      : identity.siteId;
    if (siteId !== null && identity.siteId === null) setSiteId(restored, siteId);
    // Marks the images as belonging to the site of this database.
    if (siteId !== null)
      await writeDurably(path.join(temporary, 'images', ownerName), once(Buffer.from(`${siteId}\n`)));
    await syncFolders(temporary);
    const setAside = replace ? await replaceSite(dataDir, interrupted) : null;
    if (!replace) await rename(path.join(temporary, 'images'), path.join(dataDir, 'images'));
    await rename(path.join(temporary, plainDatabase), path.join(dataDir, plainDatabase));
    await removeTemporary(dataDir);
    await syncFolder(dataDir);
    return { manifest, setAside };
  } catch (error) {
    // While the old database is set aside, the temporary folder keeps a start from creating a new site.
    const isSetAside = existsSync(replacing) && !existsSync(path.join(dataDir, plainDatabase));
    if (!isSetAside) await remove().catch(() => {});
    throw error;
  }
}

/**
 * Adds the images of the backup to those that are there, and sets the old database aside. Images that are newer than the backup
 * stay: "images sweep" removes them.
 */
async function replaceSite(dataDir: string, interrupted: string | null): Promise<string | null> {
  const temporary = path.join(dataDir, restoringName);
  const restored = path.join(temporary, 'images');
  for (const entry of await readdir(restored, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const target = path.join(dataDir, 'images', path.relative(restored, file));
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(file, target);
  }
  await syncFolders(path.join(dataDir, 'images'));
  const isPresent = databaseFiles.some((name) => existsSync(path.join(dataDir, name)));
  if (!isPresent && interrupted === null) return null;
  const name = interrupted ?? `replaced-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const setAside = path.join(dataDir, name);
  await mkdir(setAside, { recursive: true, mode: 0o700 });
  if (interrupted === null) await writeDurably(path.join(temporary, replacingName), once(Buffer.from(name)));
  await syncFolder(temporary);
  for (const file of databaseFiles)
    if (existsSync(path.join(dataDir, file)))
      await rename(path.join(dataDir, file), path.join(setAside, file));
  await syncFolder(setAside);
  await syncFolder(dataDir);
  return setAside;
}

/** Of SQLite: changes may be in the second and not yet in the first. */
const databaseFiles = [plainDatabase, `${plainDatabase}-wal`, `${plainDatabase}-shm`];

async function kindOf(backup: string): Promise<'file' | 'folder'> {
  const found = await stat(backup).catch((cause) => {
    throw new BackupProblem(noSuchBackup(backup), { cause });
  });
  return found.isDirectory() ? 'folder' : 'file';
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const others = names.filter((name) => name !== 'lost+found' && name !== intoEmptyName);
  const moved = hasMovedImages(dataDir) ? ['images'] : [];
  if (others.some((name) => !moved.includes(name))) throw new BackupProblem(restoreTargetNotEmpty(dataDir));
}

/** Whether the images beside are those of an interrupted restore into an empty folder: it moves them first and the database last. */
function hasMovedImages(dataDir: string): boolean {
  const has = (name: string) => existsSync(path.join(dataDir, intoEmptyName, name));
  return has(plainDatabase) && !has('images');
}

/** Reads the manifest in advance, although it comes last, so that the disk does not fill up halfway. */
async function requireSpace(dataDir: string, open: () => AsyncIterable<Entry>): Promise<void> {
  let manifest: Manifest | null = null;
  for await (const entry of open()) if (entry.name === manifestName) manifest = await manifestIn(entry);
  // The restore itself reports that it is missing.
  if (!manifest) return;
  const { bsize, bavail } = await statfs(nearestFolder(dataDir));
  const sizes = [manifest.database_bytes, ...manifest.files.map(({ bytes }) => bytes)];
  const needed = sizes.reduce((sum, bytes) => sum + (Math.floor(bytes / bsize) + 1) * bsize, 0);
  const free = bavail * bsize;
  if (needed > free) throw new BackupProblem(restoreNeedsSpace(dataDir, needed, free));
}

/** The folder may not exist yet. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder));

async function manifestIn(entry: Entry): Promise<Manifest> {
  if (entry.bytes > manifestLimit) throw unexpected(entry.name);
  const chunks: Buffer[] = [];
  for await (const chunk of await entry.read()) chunks.push(chunk);
  return parseManifest(Buffer.concat(chunks).toString('utf8'));
}

async function removeInterrupted(dataDir: string): Promise<void> {
  if (hasMovedImages(dataDir)) await rm(path.join(dataDir, 'images'), { recursive: true, force: true });
  await removeTemporary(dataDir);
}

async function removeTemporary(dataDir: string): Promise<void> {
  for (const name of [restoringName, intoEmptyName])
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
async function unpack(entries: AsyncIterable<Entry>, temporary: string): Promise<Manifest> {
  const seen = new Map<string, { bytes: number; sha256: string }>();
  let manifest: Manifest | null = null;
  for await (const entry of entries) {
    if (manifest || seen.has(entry.name)) throw unexpected(entry.name);
    if (entry.name === manifestName) {
      manifest = await manifestIn(entry);
      continue;
    }
    const image = imageOf(entry.name);
    if (image === null && entry.name !== databaseName) throw unexpected(entry.name);
    const target = path.join(temporary, image === null ? databaseName : path.join('images', image));
    try {
      await mkdir(path.dirname(target), { recursive: true });
      seen.set(entry.name, await writeDurably(target, await entry.read()));
    } catch (error) {
      // One entry needs a folder where another entry is a file.
      const { code = '' } = error as NodeJS.ErrnoException;
      throw ['EEXIST', 'EISDIR', 'ENOTDIR'].includes(code) ? unexpected(entry.name) : error;
    }
  }
  if (!manifest) throw new BackupProblem(manifestMissing);
  verifyChecksums(manifest, seen);
  await unpackDatabase(temporary, manifest.database_bytes);
  return manifest;
}

const unexpected = (name: string) => new BackupProblem(unexpectedBackupFile(name));

function verifyChecksums(
  { files }: Manifest,
  seen: ReadonlyMap<string, { bytes: number; sha256: string }>,
): void {
  for (const { name, bytes, sha256 } of files) {
    const found = seen.get(name);
    if (!found) throw new BackupProblem(backupIncomplete(name));
    if (found.bytes !== bytes || found.sha256 !== sha256) throw new BackupProblem(backupChecksumWrong(name));
  }
  for (const name of seen.keys()) if (!files.some((file) => file.name === name)) throw unexpected(name);
}

/** Stops at the size in the manifest, so that a decompression bomb cannot fill the disk. */
async function unpackDatabase(temporary: string, bytes: number): Promise<void> {
  const packed = path.join(temporary, databaseName);
  async function* limited() {
    let seen = 0;
    for await (const chunk of gunzipped(createReadStream(packed))) {
      seen += chunk.length;
      if (seen > bytes) throw new BackupProblem(backupDatabaseTooLarge);
      yield chunk;
    }
    if (seen < bytes) throw new BackupProblem(backupDatabaseTooSmall);
  }
  await writeDurably(path.join(temporary, plainDatabase), limited());
  await rm(packed);
}

async function verifyDatabase(database: string, manifest: Manifest): Promise<SiteIdentity> {
  const { problem, migrations, ...identity } = await inspectInWorker(database);
  if (problem !== null) throw new BackupProblem(backupDatabaseCorrupt(problem));
  if (migrations.join() !== manifest.migrations.join()) throw new BackupProblem(backupDatabaseMismatch);
  return identity;
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(path.join(entry.parentPath, entry.name));
  await syncFolder(folder);
}
