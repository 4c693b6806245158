import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ByteMeter, syncFolder } from '../../../platform/files/durable-write.ts';
import { isName } from '../../../platform/files/files.ts';
import { imageEntry, type ListedFile, manifestName, parseManifest } from './manifest.ts';

/** Modification times by name: while time and size are unchanged, the checksum is not computed again. */
const timesSchema = z.record(z.string(), z.number());
type Times = z.infer<typeof timesSchema>;

type Added = { files: ListedFile[]; missing: string[]; times: Times };

/**
 * The images of all stored backups, each stored once under its checksum. They are hard links to the site's own files where
 * the file system supports that, so they take no space until the site deletes its own.
 */
export class BackupImages {
  static readonly timesName = 'times.json';
  readonly #folder: string;

  constructor(backups: string) {
    this.#folder = path.join(backups, 'pictures');
  }

  path(sha256: string): string {
    return path.join(this.#folder, sha256.slice(0, 2), sha256);
  }

  /** Adds these images. For an image that is gone by now, the copy of an earlier backup is used. */
  async add(images: string, names: readonly string[], before: string | null): Promise<Added> {
    const earlier = await readEarlier(before);
    const added: Added = { files: [], missing: [], times: {} };
    const changedFolders = new Set<string>();
    for (const name of names) {
      const image = await this.#addOne(images, name, earlier, changedFolders);
      if (!image) {
        added.missing.push(name);
        continue;
      }
      added.files.push(image.file);
      if (image.time !== null) added.times[name] = image.time;
    }
    for (const folder of changedFolders) await syncFolder(folder);
    if (changedFolders.size > 0) await syncFolder(this.#folder);
    return added;
  }

  async #addOne(images: string, name: string, earlier: Earlier, changedFolders: Set<string>) {
    const listed = earlier.files.get(imageEntry(name));
    const own = isName(name)
      ? await this.#addOwn(path.join(images, name), name, listed, earlier, changedFolders)
      : null;
    if (own) return own;
    const stored = listed && (await orNull(stat(this.path(listed.sha256))));
    return stored && listed ? { file: listed, time: null } : null;
  }

  /** Null when the site does not have the image, or deletes it concurrently. */
  async #addOwn(
    source: string,
    name: string,
    listed: ListedFile | undefined,
    { times }: Earlier,
    changedFolders: Set<string>,
  ) {
    const found = await orNull(stat(source));
    if (!found?.isFile()) return null;
    const unchanged = listed?.bytes === found.size && times[name] === found.mtimeMs;
    const sum = unchanged ? listed : await orNull(checksumOf(source));
    if (!sum) return null;
    const target = this.path(sum.sha256);
    if (!(await orNull(stat(target)))) {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      if ((await orNull(linkOrCopy(source, target))) === null) return null;
      changedFolders.add(path.dirname(target));
    }
    return { file: { name: imageEntry(name), bytes: sum.bytes, sha256: sum.sha256 }, time: found.mtimeMs };
  }

  async removeAllBut(wanted: ReadonlySet<string>): Promise<void> {
    for (const part of await readdir(this.#folder).catch(() => []))
      for (const name of await readdir(path.join(this.#folder, part)))
        if (!wanted.has(name)) await rm(path.join(this.#folder, part, name), { force: true });
  }
}

type Earlier = { files: ReadonlyMap<string, ListedFile>; times: Times };

async function readEarlier(backup: string | null): Promise<Earlier> {
  if (backup === null) return { files: new Map(), times: {} };
  const manifest = parseManifest(await readFile(path.join(backup, manifestName), 'utf8'));
  const times = await readFile(path.join(backup, BackupImages.timesName), 'utf8')
    .then((text) => timesSchema.parse(JSON.parse(text)))
    .catch(() => ({}));
  return { files: new Map(manifest.files.map((file) => [file.name, file])), times };
}

async function checksumOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const meter = new ByteMeter();
  for await (const _ of meter.over(createReadStream(file)));
  return meter.result();
}

async function linkOrCopy(from: string, to: string): Promise<true> {
  try {
    await link(from, to);
  } catch (error) {
    if (['ENOENT', 'ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const temporary = `${to}.unfinished`;
    try {
      await copyFile(from, temporary);
      const handle = await open(temporary, 'r+');
      await handle.sync().finally(() => handle.close());
      await rename(temporary, to);
    } finally {
      await rm(temporary, { force: true });
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
