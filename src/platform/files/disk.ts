import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
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
  writeFile,
} from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { syncFolder } from './durable-write.ts';
import { RangeOutside } from './errors.ts';
import {
  type ByteRange,
  type Files,
  isName,
  type LocalFile,
  ownerName,
  requireName,
  requireOwner,
  servedName,
  servedUrl,
  type TrashedFile,
} from './files.ts';
import { isHidden } from './hidden-files.ts';
import { recordingTypes } from './recordings.ts';
import { parseTrashPath, trashPaths } from './trash.ts';

/** For temporary files. It starts with a dot, so it is not a valid file name; it is on the same file system for `rename`. */
const temporaryFolder = '.unfinished';

/** A new file that survives a power cut. */
const flushed = { flag: 'wx', flush: true };

/** Another process may still be writing a younger temporary file. */
const staleAfterMs = 60 * 60 * 1000;

/** Opens or creates the folder, and removes temporary files that a crash left. */
export async function openDisk(folder: string): Promise<Files> {
  const temporary = join(folder, temporaryFolder);
  await mkdir(temporary, { recursive: true });
  for (const name of await readdir(temporary)) {
    const found = await orNull(stat(join(temporary, name)));
    if (found && Date.now() - found.mtimeMs > staleAfterMs)
      await rm(join(temporary, name), { recursive: true, force: true });
  }
  return new Disk(folder);
}

/** Opens a folder for reading, without creating anything in it. */
export const readDisk = (folder: string): Pick<Files, 'read' | 'owner' | 'list'> => new Disk(folder);

class Disk implements Files {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(name: string, bytes: Uint8Array): Promise<void> {
    return this.#put(name, (temporary) => writeFile(temporary, bytes, flushed));
  }

  writeFile(name: string, { path }: LocalFile): Promise<void> {
    return this.#put(name, (temporary) => copyDurably(path, temporary));
  }

  async #put(name: string, write: (temporary: string) => Promise<void>): Promise<void> {
    const path = this.#path(name);
    const temporary = join(this.#folder, temporaryFolder, randomUUID());
    try {
      await write(temporary);
      await makeFolder(dirname(path));
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  async read(name: string, range?: ByteRange) {
    const handle = await openIfExists(this.#path(name));
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
    const found = await statIfExists(this.#path(name));
    return found && { size: found.size, type: typeOf(name), modified: found.mtime };
  }

  async owner(): Promise<string | null> {
    const text = await orNull(readFile(join(this.#folder, ownerName), 'utf8'));
    return text === null ? null : text.trim();
  }

  async claim(site: string, from: string | null = null): Promise<string | null> {
    const before = await this.owner();
    if (before !== from) return before;
    const target = join(this.#folder, ownerName);
    const temporary = join(this.#folder, temporaryFolder, randomUUID());
    try {
      await makeFolder(dirname(temporary));
      await writeFile(temporary, `${site}\n`, flushed);
      if (from === null) await createFrom(temporary, target);
      else await rename(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
    await syncFolder(this.#folder);
    return this.owner();
  }

  async remove(names: readonly string[], site: string): Promise<void> {
    await requireOwner(this, site);
    await Promise.all(names.map((name) => rm(this.#path(name), { force: true })));
  }

  async move(from: string, to: string, site: string): Promise<void> {
    await requireOwner(this, site);
    await this.#move(this.#path(from), this.#path(to));
    // Other folders are shared with uploads, which may be about to write into them.
    if (isHidden(from)) await this.#removeEmpty(from);
  }

  async trash(names: readonly string[], site: string, now: Date): Promise<void> {
    await requireOwner(this, site);
    const trashPathOf = trashPaths(now);
    for (const name of names) await this.#move(this.#path(name), join(this.#folder, trashPathOf(name)));
  }

  async *trashed() {
    for (const { key } of await this.#walk('.trash')) {
      const found = parseTrashPath(key);
      if (found) yield found;
    }
  }

  async untrash({ path, name }: TrashedFile, site: string): Promise<boolean> {
    await requireOwner(this, site);
    if (await statIfExists(this.#path(name))) return false;
    await this.#move(join(this.#folder, path), this.#path(name));
    await this.#removeEmpty(path);
    return true;
  }

  async removeTrashed(all: readonly TrashedFile[], site: string): Promise<void> {
    await requireOwner(this, site);
    for (const { path } of all) {
      await rm(join(this.#folder, path), { force: true });
      await this.#removeEmpty(path);
    }
  }

  async *list() {
    for (const { key: name, path } of await this.#walk('')) {
      if (!isName(name)) continue;
      const found = await statIfExists(path);
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

  /** Every file below a folder, sorted by key, so that the variants of one image are adjacent. */
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

  async #removeEmpty(path: string): Promise<void> {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      try {
        await rmdir(join(this.#folder, folder));
      } catch {
        return; // not empty
      }
  }
}

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  ...recordingTypes,
};

/** File systems store no media types, so the extension decides. */
function typeOf(name: string): string {
  return types[extname(name)] ?? 'application/octet-stream';
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await using handle = await open(to, 'r+');
  await handle.sync();
}

/** A link, unlike a rename, never replaces a file; not every file system has links. */
async function createFrom(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    if (!(await statIfExists(path))) await rename(temporary, path);
  }
}

/** A new folder survives a power cut only after its parent was flushed as well. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (!first) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function openIfExists(path: string): Promise<FileHandle | null> {
  const found = await statIfExists(path);
  return found && orNull(open(path));
}

async function statIfExists(path: string) {
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
