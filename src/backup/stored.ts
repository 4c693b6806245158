import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { archiveBytes, type Entry } from './archive.ts';
import { syncFolder, writeDurably } from './durable-write.ts';
import { once } from './file.ts';
import { PictureStore } from './image-store.ts';
import {
  BackupProblem,
  databaseName,
  type Manifest,
  manifestName,
  manifestText,
  parseManifest,
  pictureOf,
  totalBytes,
} from './manifest.ts';
import { type Source, takeSnapshot } from './snapshot.ts';

/**
 * The backups in the data folder, each a folder of its own with the database and the list; their pictures lie beside
 * them once for all. Numbers, not dates, say which is newer: clocks jump.
 */
const validId = /^\d{5,9}-\d{8}T\d{6}Z$/;
export const backupId = z.string().regex(validId, 'There is no such backup.');

export type StoredBackup = { id: string; made: string; bytes: number; manifest: Manifest };

/** Newest first; what cannot be read is no backup. */
export async function storedBackups(folder: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const id of await idsIn(folder)) {
    const manifest = await readManifest(path.join(folder, id)).catch(() => null);
    if (manifest) found.push({ id, made: manifest.made, bytes: totalBytes(manifest), manifest });
  }
  return found;
}

/** The newest alone, without reading the others. */
export async function newestBackup(folder: string): Promise<StoredBackup | null> {
  for (const id of await idsIn(folder)) {
    const manifest = await readManifest(path.join(folder, id)).catch(() => null);
    if (manifest) return { id, made: manifest.made, bytes: totalBytes(manifest), manifest };
  }
  return null;
}

async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => validId.test(name)).sort((a, b) => numberOf(b) - numberOf(a));
}

const numberOf = (id: string): number => Number.parseInt(id, 10);

export const readManifest = async (backup: string): Promise<Manifest> =>
  parseManifest(await readFile(path.join(backup, manifestName), 'utf8'));

/** A picture may be deleted between the database and its turn; then the database is asked again. */
const tries = 3;

/** Makes one more. `images` is the folder of the pictures, null when a bucket holds them. */
export async function storeBackup(
  folder: string,
  source: Source,
  images: string | null,
): Promise<StoredBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await newestBackup(folder);
  const pictures = new PictureStore(folder);
  const unfinished = path.join(folder, '.unfinished');
  try {
    for (let attempt = 1; ; attempt++) {
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished);
      const snapshot = await takeSnapshot(source, unfinished);
      const { files, missing, known } = images
        ? await pictures.add(images, snapshot.pictures, before && path.join(folder, before.id))
        : { files: [], missing: [], known: {} };
      if (missing.length > 0 && attempt < tries) continue;
      const manifest: Manifest = {
        ...snapshot.about,
        pictures: images ? 'included' : 'in_bucket',
        files: [snapshot.file, ...files],
        missing,
      };
      await writeFile(path.join(unfinished, PictureStore.knownName), JSON.stringify(known));
      await writeDurably(path.join(unfinished, manifestName), once(Buffer.from(manifestText(manifest))));
      await syncFolder(unfinished);
      // After the newest of all: one that cannot be read has its number, too.
      const [newest = null] = await idsIn(folder);
      const id = nextId(newest, manifest.made);
      await rename(unfinished, path.join(folder, id));
      await syncFolder(folder);
      return { id, made: manifest.made, bytes: totalBytes(manifest), manifest };
    }
  } catch (error) {
    await removePicturesOfNone(folder).catch(() => {});
    throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function nextId(before: string | null, made: string): string {
  const number = before === null ? 1 : numberOf(before) + 1;
  return `${String(number).padStart(5, '0')}-${made.replace(/[-:]|\.\d+/g, '')}`;
}

/** Removes all but the newest `keep`, and the pictures that none of those names. Only after a new one was made. */
export async function removeOld(folder: string, keep: number): Promise<void> {
  const stored = await storedBackups(folder);
  for (const { id } of stored.slice(keep)) {
    // Out of sight first, so that an interruption leaves no half of one.
    await rename(path.join(folder, id), path.join(folder, `.going-${id}`));
  }
  for (const name of await readdir(folder))
    if (name.startsWith('.going-')) await rm(path.join(folder, name), { recursive: true, force: true });
  await removePicturesOfNone(folder);
}

/** A backup that cannot be read at the moment may need any picture, so then all of them stay. */
async function removePicturesOfNone(folder: string): Promise<void> {
  const wanted = new Set<string>();
  for (const id of await readdir(folder)) {
    if (!validId.test(id)) continue;
    const manifest = await readManifest(path.join(folder, id)).catch(() => null);
    if (!manifest) return;
    for (const { sha256 } of manifest.files) wanted.add(sha256);
  }
  await new PictureStore(folder).keepOnly(wanted);
}

/** One stored backup as the files of an archive. */
export async function storedEntries(
  folder: string,
  id: string,
): Promise<{ entries: Entry[]; bytes: number; sha256: string }> {
  const manifest = await readManifest(path.join(folder, id));
  const entries = entriesOfStored(path.join(folder, id), manifest);
  const text = Buffer.from(manifestText(manifest));
  const modified = new Date(manifest.made);
  entries.push({ name: manifestName, bytes: text.length, modified, read: () => once(text) });
  // The list has the checksums of all the rest, and the archive is made of nothing else.
  return { entries, bytes: archiveBytes(entries), sha256: hash('sha256', text) };
}

export function entriesOfStored(backup: string, manifest: Manifest): Entry[] {
  const pictures = new PictureStore(path.dirname(backup));
  const modified = new Date(manifest.made);
  return manifest.files.map(({ name, bytes, sha256 }) => {
    const file = pictureOf(name) === null ? path.join(backup, databaseName) : pictures.path(sha256);
    return { name, bytes, modified, read: () => opened(file, name) };
  });
}

async function* opened(file: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new BackupProblem(`${name} is missing from the backup.`, { cause });
  }
}
