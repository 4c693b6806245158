import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { RangeOutside } from './errors.ts';
import { type ByteRange, type Files, isName, requireName, servedName, servedUrl } from './files.ts';

/** Starts with a dot, so it can be no file's name; in the same folder tree, so that a rename cannot fail for it. */
const unfinished = '.unfinished';

/** Another process may be writing; nothing takes longer than this. */
const draftMs = 60 * 60 * 1000;

/** Opens the folder, creating it, and clears away what a crash left half written. */
export async function openDisk(folder: string): Promise<Files> {
  const drafts = join(folder, unfinished);
  await mkdir(drafts, { recursive: true });
  for (const name of await readdir(drafts)) {
    const draft = await orNull(stat(join(drafts, name)));
    if (draft && Date.now() - draft.mtimeMs > draftMs)
      await rm(join(drafts, name), { recursive: true, force: true });
  }
  return new Disk(folder);
}

/** Opens a folder to read from, without leaving a trace in it. */
export const readDisk = (folder: string): Pick<Files, 'read'> => new Disk(folder);

class Disk implements Files {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(name);
    const draft = join(this.#folder, unfinished, randomUUID());
    try {
      await writeThrough(draft, bytes);
      await makeFolder(dirname(path));
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  async read(name: string, range?: ByteRange) {
    const handle = await openIfThere(this.#path(name));
    if (!handle) return null;
    try {
      const { size } = await handle.stat();
      if (range && range.start >= size) throw new RangeOutside(size);
      return { body: handle.createReadStream(range ?? {}), size, type: typeOf(name) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async stat(name: string) {
    const found = await statIfThere(this.#path(name));
    return found && { size: found.size, type: typeOf(name), modified: found.mtime };
  }

  async remove(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => rm(this.#path(name), { force: true })));
  }

  async *list() {
    for (const entry of await readdir(this.#folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const name = relative(this.#folder, path).split(sep).join('/');
      if (!entry.isFile() || !isName(name)) continue;
      const found = await statIfThere(path);
      if (found) yield { name, size: found.size, modified: found.mtime };
    }
  }

  url(name: string): string {
    return servedUrl(name);
  }

  nameOf(url: string): string | null {
    return servedName(url);
  }

  #path(name: string): string {
    return join(this.#folder, requireName(name));
  }
}

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
};

/** A folder keeps no types, so the name tells. */
function typeOf(name: string): string {
  return types[extname(name)] ?? 'application/octet-stream';
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new folder lasts only once its parent is on the disk, too. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (!first) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // cannot open a folder, and needs no sync to keep a rename
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  const found = await statIfThere(path);
  return found && orNull(open(path));
}

async function statIfThere(path: string) {
  const found = await orNull(stat(path));
  return found?.isFile() ? found : null;
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
