import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { RangeOutside } from './errors.ts';
import {
  type ByteRange,
  type Files,
  isName,
  ownerName,
  requireName,
  requireOwner,
  servedName,
  servedUrl,
} from './files.ts';
import { type Trashed, trashedAt, trashPlaces } from './trash.ts';

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
export const readDisk = (folder: string): Pick<Files, 'read' | 'owner' | 'list'> => new Disk(folder);

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

  async owner(): Promise<string | null> {
    const text = await orNull(readFile(join(this.#folder, ownerName), 'utf8'));
    return text === null ? null : text.trim();
  }

  async claim(site: string, from: string | null = null): Promise<string | null> {
    const before = await this.owner();
    if (before !== from) return before;
    const place = join(this.#folder, ownerName);
    const draft = join(this.#folder, unfinished, randomUUID());
    try {
      await makeFolder(dirname(draft));
      await writeThrough(draft, Buffer.from(`${site}\n`));
      if (from === null) await appear(draft, place);
      else await rename(draft, place);
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(this.#folder);
    return this.owner();
  }

  async remove(names: readonly string[], site: string): Promise<void> {
    await requireOwner(this, site);
    await Promise.all(names.map((name) => rm(this.#path(name), { force: true })));
  }

  async trash(names: readonly string[], site: string, now: Date): Promise<void> {
    await requireOwner(this, site);
    const placeOf = trashPlaces(now);
    for (const name of names) await this.#move(this.#path(name), join(this.#folder, placeOf(name)));
  }

  async *trashed() {
    for (const { key } of await this.#walk('.trash')) {
      const found = trashedAt(key);
      if (found) yield found;
    }
  }

  async untrash({ place, name }: Trashed, site: string): Promise<boolean> {
    await requireOwner(this, site);
    if (await statIfThere(this.#path(name))) return false;
    await this.#move(join(this.#folder, place), this.#path(name));
    await this.#removeEmpty(place);
    return true;
  }

  async removeTrashed(all: readonly Trashed[], site: string): Promise<void> {
    await requireOwner(this, site);
    for (const { place } of all) {
      await rm(join(this.#folder, place), { force: true });
      await this.#removeEmpty(place);
    }
  }

  async *list() {
    for (const { key: name, path } of await this.#walk('')) {
      if (!isName(name)) continue;
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

  /** Every file below a folder, in the order of their keys: the sizes of one image stand together. */
  async #walk(below: string): Promise<{ key: string; path: string }[]> {
    const top = join(this.#folder, below);
    const entries = (await orNull(readdir(top, { recursive: true, withFileTypes: true }))) ?? [];
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => ({ key: relative(this.#folder, path).split(sep).join('/'), path }));
  }

  async #move(from: string, to: string): Promise<void> {
    await makeFolder(dirname(to));
    await orNull(rename(from, to));
    await syncFolder(dirname(to));
    await orNull(syncFolder(dirname(from)));
  }

  async #removeEmpty(place: string): Promise<void> {
    for (let folder = dirname(place); folder !== '.'; folder = dirname(folder))
      try {
        await rmdir(join(this.#folder, folder));
      } catch {
        return; // something else is in it
      }
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

/** A link, unlike a rename, never replaces what is there; not every file system has links. */
async function appear(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    if (!(await statIfThere(path))) await rename(draft, path);
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
