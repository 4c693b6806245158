import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isName } from '../media/files.ts';
import { Measure, syncFolder } from './durable-write.ts';
import { type ListedFile, manifestName, parseManifest, pictureEntry } from './manifest.ts';

/** When a picture was last looked at: as long as neither has changed, its checksum has not. */
const knownSchema = z.record(z.string(), z.number());
type Known = z.infer<typeof knownSchema>;

type Added = { files: ListedFile[]; missing: string[]; known: Known };

/**
 * The pictures of all stored backups, once each, under their checksums. They are hard links to the site's own files
 * where the disk can do that, so they take no room until the site deletes its own.
 */
export class PictureStore {
  static readonly knownName = 'times.json';
  readonly #folder: string;

  constructor(backups: string) {
    this.#folder = path.join(backups, 'pictures');
  }

  path(sha256: string): string {
    return path.join(this.#folder, sha256.slice(0, 2), sha256);
  }

  /** Takes these pictures in. What an earlier backup has of a picture that is gone by now serves as well. */
  async add(images: string, names: readonly string[], before: string | null): Promise<Added> {
    const earlier = await readEarlier(before);
    const added: Added = { files: [], missing: [], known: {} };
    const touched = new Set<string>();
    for (const name of names) {
      const taken = await this.#take(images, name, earlier, touched);
      if (!taken) {
        added.missing.push(name);
        continue;
      }
      added.files.push(taken.file);
      if (taken.time !== null) added.known[name] = taken.time;
    }
    for (const folder of touched) await syncFolder(folder);
    if (touched.size > 0) await syncFolder(this.#folder);
    return added;
  }

  async #take(images: string, name: string, earlier: Earlier, touched: Set<string>) {
    const listed = earlier.files.get(pictureEntry(name));
    const own = isName(name)
      ? await this.#takeOwn(path.join(images, name), name, listed, earlier, touched)
      : null;
    if (own) return own;
    const kept = listed && (await orNull(stat(this.path(listed.sha256))));
    return kept && listed ? { file: listed, time: null } : null;
  }

  /** Null when the site has no such picture, or deletes it at this moment. */
  async #takeOwn(
    place: string,
    name: string,
    listed: ListedFile | undefined,
    { known }: Earlier,
    touched: Set<string>,
  ) {
    const found = await orNull(stat(place));
    if (!found?.isFile()) return null;
    const unchanged = listed?.bytes === found.size && known[name] === found.mtimeMs;
    const sum = unchanged ? listed : await orNull(measured(place));
    if (!sum) return null;
    const target = this.path(sum.sha256);
    if (!(await orNull(stat(target)))) {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      if ((await orNull(linkOrCopy(place, target))) === null) return null;
      touched.add(path.dirname(target));
    }
    return { file: { name: pictureEntry(name), bytes: sum.bytes, sha256: sum.sha256 }, time: found.mtimeMs };
  }

  async keepOnly(wanted: ReadonlySet<string>): Promise<void> {
    for (const part of await readdir(this.#folder).catch(() => []))
      for (const name of await readdir(path.join(this.#folder, part)))
        if (!wanted.has(name)) await rm(path.join(this.#folder, part, name), { force: true });
  }
}

type Earlier = { files: ReadonlyMap<string, ListedFile>; known: Known };

async function readEarlier(backup: string | null): Promise<Earlier> {
  if (backup === null) return { files: new Map(), known: {} };
  const manifest = parseManifest(await readFile(path.join(backup, manifestName), 'utf8'));
  const known = await readFile(path.join(backup, PictureStore.knownName), 'utf8')
    .then((text) => knownSchema.parse(JSON.parse(text)))
    .catch(() => ({}));
  return { files: new Map(manifest.files.map((file) => [file.name, file])), known };
}

async function measured(file: string): Promise<{ bytes: number; sha256: string }> {
  const measure = new Measure();
  for await (const _ of measure.over(createReadStream(file)));
  return measure.result();
}

async function linkOrCopy(from: string, to: string): Promise<true> {
  try {
    await link(from, to);
  } catch (error) {
    if (['ENOENT', 'ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const draft = `${to}.unfinished`;
    try {
      await copyFile(from, draft);
      const handle = await open(draft, 'r+');
      await handle.sync().finally(() => handle.close());
      await rename(draft, to);
    } finally {
      await rm(draft, { force: true });
    }
  }
  return true;
}

async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
