import type { Readable } from 'node:stream';
import { notOwner } from '../messages/operator.ts';
import { isHidden } from './hidden-files.ts';

/** The image files, in a folder or a bucket, with the same behavior. */
export type Files = {
  /** Atomic and durable: once it returns, the file survives a power cut. */
  write(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** The same for a file that is too large for memory. */
  writeFile(name: string, file: LocalFile, type: string): Promise<void>;
  /** `end` is inclusive, as in HTTP, and may be beyond the end of the file. `size` is that of the whole file. */
  read(name: string, range?: ByteRange): Promise<{ body: Readable; size: number; type: string } | null>;
  stat(name: string): Promise<{ size: number; type: string; modified: Date } | null>;
  /** The id of the site that owns the files; null before a site has claimed them. */
  owner(): Promise<string | null>;
  /** Makes `site` the owner if `from` (null: no site) is the owner now. Returns the owner afterwards. */
  claim(site: string, from?: string | null): Promise<string | null>;
  /** This and all other removals throw `NotOwner` unless `site` owns the files. Missing names are ignored. */
  remove(names: readonly string[], site: string): Promise<void>;
  /** Renames a file and replaces one that has the new name. A missing file is ignored. */
  move(from: string, to: string, site: string): Promise<void>;
  /** Moves files to the trash, where nothing serves or lists them. Missing names are ignored. */
  trash(names: readonly string[], site: string, now: Date): Promise<void>;
  trashed(): AsyncIterable<TrashedFile>;
  /** Restores a file; false when its name is taken. */
  untrash(one: TrashedFile, site: string): Promise<boolean>;
  removeTrashed(all: readonly TrashedFile[], site: string): Promise<void>;
  list(): AsyncIterable<{ name: string; size: number; modified: Date }>;
  url(name: string): string;
  /** The inverse of `url`; null for other URLs. */
  nameOf(url: string): string | null;
};

/** A file on this machine. */
export type LocalFile = { path: string; size: number; sha256: string };

export type ByteRange = { start: number; end: number };

/** A file in the trash: where it is now, and the name that it had. */
export type TrashedFile = { path: string; name: string; since: Date };

export class InvalidName extends Error {
  override readonly name = 'InvalidName';
}

/** A site never removes files that it does not own. */
export class NotOwner extends Error {
  override readonly name = 'NotOwner';
}

export async function requireOwner(files: Pick<Files, 'owner'>, site: string): Promise<void> {
  if ((await files.owner()) !== site) throw new NotOwner(notOwner);
}

/** The file with the owner's id. It starts with a dot, so it cannot be the name of an image file. */
export const ownerName = '.site';

const urlPrefix = '/images/';

/** Each segment starts with a letter or a digit, so that no name is hidden, absolute or contains `..`. */
const validName = /^[a-z0-9][a-z0-9.-]{0,127}(?:\/[a-z0-9][a-z0-9.-]{0,127}){0,3}$/;

export function isName(name: string): boolean {
  return validName.test(name);
}

export function requireName(name: string): string {
  if (!isName(name)) throw new InvalidName(`${JSON.stringify(name.slice(0, 200))} is not a valid file name.`);
  return name;
}

export function servedUrl(name: string): string {
  return urlPrefix + requireName(name);
}

export function nameAfter(prefix: string, url: string): string | null {
  if (!url.startsWith(prefix)) return null;
  const name = url.slice(prefix.length);
  return isName(name) && !isHidden(name) ? name : null;
}

export function servedName(url: string): string | null {
  return nameAfter(urlPrefix, url);
}
