import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { syncFolder, writeDurably } from '../../../platform/files/durable-write.ts';
import { ownerName } from '../../../platform/files/files.ts';
import { missingFromBackup } from '../../../platform/messages/operator.ts';
import { archiveBytes, type Entry } from './archive.ts';
import { once } from './file.ts';
import { BackupImages } from './image-store.ts';
import {
  BackupProblem,
  databaseName,
  imageOf,
  type Manifest,
  manifestName,
  manifestText,
  parseManifest,
  totalBytes,
} from './manifest.ts';
import { type BackupOptions, type Source, takeSnapshot } from './snapshot.ts';

/**
 * Each backup in the data folder is a folder with the database and the manifest; images are shared by all of them. They are
 * ordered by number and not by date, because clocks jump.
 */
const validId = /^\d{5,9}-\d{8}T\d{6}Z$/;
export const backupId = z.string().regex(validId, 'There is no such backup.');

export type StoredBackup = {
  id: string;
  /** Null where it is not known. */
  siteId: string | null;
  made: string;
  bytes: number;
  manifest: Manifest;
};

/** Newest first, without unreadable ones; of one site, or of all that share the data folder. */
export const storedBackups = (folder: string, siteId?: string | null): Promise<StoredBackup[]> =>
  Array.fromAsync(readable(folder, siteId));

/** Does not read the manifests of the others. */
export async function newestBackup(folder: string, siteId?: string | null): Promise<StoredBackup | null> {
  for await (const backup of readable(folder, siteId)) return backup;
  return null;
}

async function* readable(folder: string, siteId: string | null | undefined): AsyncGenerator<StoredBackup> {
  for (const id of await idsIn(folder)) {
    const owner = await siteOf(path.join(folder, id));
    // One of an earlier version does not name its site.
    if (siteId !== undefined && owner !== null && owner !== siteId) continue;
    const manifest = await readManifest(path.join(folder, id)).catch(() => null);
    if (manifest) yield stored(id, owner, manifest);
  }
}

const stored = (id: string, siteId: string | null, manifest: Manifest): StoredBackup => ({
  id,
  siteId,
  made: manifest.made,
  bytes: totalBytes(manifest),
  manifest,
});

/** A file beside the manifest, because earlier versions refuse a manifest with more fields. */
async function siteOf(backup: string): Promise<string | null> {
  const text = await readFile(path.join(backup, ownerName), 'utf8').catch(() => null);
  return text?.trim() ?? null;
}

async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => validId.test(name)).sort((a, b) => numberOf(b) - numberOf(a));
}

const numberOf = (id: string): number => Number.parseInt(id, 10);

export const readManifest = async (backup: string): Promise<Manifest> =>
  parseManifest(await readFile(path.join(backup, manifestName), 'utf8'));

/** An image may be deleted between the snapshot and its copy; then a new snapshot is taken. */
const maxAttempts = 3;

/** Makes a backup. `images` is the folder of the images, null when they are in a bucket. */
export async function storeBackup(
  folder: string,
  source: Source,
  images: string | null,
  options: BackupOptions = {},
): Promise<StoredBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const storedImages = new BackupImages(folder);
  const unfinished = path.join(folder, '.unfinished');
  try {
    for (let attempt = 1; ; attempt++) {
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished);
      const snapshot = await takeSnapshot(source, unfinished, options);
      const { siteId } = snapshot;
      const before = await newestBackup(folder, siteId);
      options.onProgress?.('images', 0, snapshot.images.length);
      const { files, missing, times } = images
        ? await storedImages.add(images, snapshot.images, before && path.join(folder, before.id))
        : { files: [], missing: [], times: {} };
      if (missing.length > 0 && !source.isFixed && attempt < maxAttempts) continue;
      const manifest: Manifest = {
        ...snapshot.about,
        pictures: images ? 'included' : 'in_bucket',
        files: [snapshot.file, ...files],
        missing,
      };
      await writeFile(path.join(unfinished, BackupImages.timesName), JSON.stringify(times));
      if (siteId !== null)
        await writeDurably(path.join(unfinished, ownerName), once(Buffer.from(`${siteId}\n`)));
      await writeDurably(path.join(unfinished, manifestName), once(Buffer.from(manifestText(manifest))));
      await syncFolder(unfinished);
      // Unreadable backups have a number as well.
      const [newest = null] = await idsIn(folder);
      const id = nextId(newest, manifest.made);
      await rename(unfinished, path.join(folder, id));
      await syncFolder(folder);
      return stored(id, siteId, manifest);
    }
  } catch (error) {
    await removeUnusedImages(folder).catch(() => {});
    throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function nextId(before: string | null, made: string): string {
  const number = before === null ? 1 : numberOf(before) + 1;
  return `${String(number).padStart(5, '0')}-${made.replace(/[-:]|\.\d+/g, '')}`;
}

/** How long the backup from before the last upgrade is kept beside the daily ones. */
const beforeUpgradeMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes all backups of the site but the newest `keep`, the one from before the last upgrade, and the images that no backup uses.
 * Call it only after a new one was made.
 */
export async function removeOld(folder: string, keep: number, siteId: string | null): Promise<void> {
  const own = await storedBackups(folder, siteId);
  const before = beforeUpgrade(own);
  for (const { id } of own.slice(keep)) {
    if (id === before) continue;
    // Renamed first, so that an interruption does not leave an incomplete backup.
    await rename(path.join(folder, id), path.join(folder, `.going-${id}`));
  }
  for (const name of await readdir(folder))
    if (name.startsWith('.going-')) await rm(path.join(folder, name), { recursive: true, force: true });
  await removeUnusedImages(folder);
}

/** The newest backup of an older version of the database, which the version before can restore. */
function beforeUpgrade([newest, ...older]: readonly StoredBackup[]): string | undefined {
  if (!newest) return undefined;
  const found = older.find(({ manifest }) => manifest.migrations.length < newest.manifest.migrations.length);
  const age = found ? Date.parse(newest.made) - Date.parse(found.made) : Number.POSITIVE_INFINITY;
  return age < beforeUpgradeMs ? found?.id : undefined;
}

/** An unreadable backup may use any image, so then all of them stay. */
async function removeUnusedImages(folder: string): Promise<void> {
  const wanted = new Set<string>();
  for (const id of await readdir(folder)) {
    if (!validId.test(id)) continue;
    const manifest = await readManifest(path.join(folder, id)).catch(() => null);
    if (!manifest) return;
    for (const { sha256 } of manifest.files) wanted.add(sha256);
  }
  await new BackupImages(folder).removeAllBut(wanted);
}

/** A stored backup of the site as the entries of an archive; null where it is that of another site. */
export async function storedEntries(
  folder: string,
  id: string,
  siteId: string,
): Promise<{ entries: Entry[]; bytes: number; sha256: string } | null> {
  const owner = await siteOf(path.join(folder, id));
  if (owner !== null && owner !== siteId) return null;
  const manifest = await readManifest(path.join(folder, id));
  const entries = entriesOfStored(path.join(folder, id), manifest);
  const text = Buffer.from(manifestText(manifest));
  const modified = new Date(manifest.made);
  entries.push({ name: manifestName, bytes: text.length, modified, read: () => once(text) });
  // The manifest has the checksums of all other files, so its hash identifies the archive.
  return { entries, bytes: archiveBytes(entries), sha256: hash('sha256', text) };
}

export function entriesOfStored(backup: string, manifest: Manifest): Entry[] {
  const images = new BackupImages(path.dirname(backup));
  const modified = new Date(manifest.made);
  return manifest.files.map(({ name, bytes, sha256 }) => {
    const file = imageOf(name) === null ? path.join(backup, databaseName) : images.path(sha256);
    return { name, bytes, modified, read: () => readEntry(file, name) };
  });
}

async function* readEntry(file: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new BackupProblem(missingFromBackup(name), { cause });
  }
}
