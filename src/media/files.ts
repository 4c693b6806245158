import type { Readable } from 'node:stream';
import type { Trashed } from './trash.ts';

/** Where the pictures lie: a folder or a bucket, with one behaviour. */
export interface Files {
  /** Whole or not at all; once it returns, the file outlives a power cut. */
  write(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** `end` is included, as in HTTP, and may lie behind the end of the file. `size` is that of the whole file. */
  read(name: string, range?: ByteRange): Promise<{ body: Readable; size: number; type: string } | null>;
  stat(name: string): Promise<{ size: number; type: string; modified: Date } | null>;
  /** The id of the site that the files belong to; null before a site has claimed them. */
  owner(): Promise<string | null>;
  /** Makes them the files of `site` if they are `from`'s (null: no site's). Returns whose they are then. */
  claim(site: string, from?: string | null): Promise<string | null>;
  /** Everything that takes files away names the site that does it, and throws `NotOwner` if they are not that site's. */
  remove(names: readonly string[], site: string): Promise<void>;
  /** Out of sight, but not lost. Names that are not there are fine, here and in `remove`. */
  trash(names: readonly string[], site: string, now: Date): Promise<void>;
  trashed(): AsyncIterable<Trashed>;
  /** Puts one back; false when its name is taken. */
  untrash(one: Trashed, site: string): Promise<boolean>;
  removeTrashed(all: readonly Trashed[], site: string): Promise<void>;
  list(): AsyncIterable<{ name: string; size: number; modified: Date }>;
  url(name: string): string;
  /** The inverse of `url`; null for addresses of anything else. */
  nameOf(url: string): string | null;
}

export interface ByteRange {
  start: number;
  end: number;
}

export class InvalidName extends Error {
  override readonly name = 'InvalidName';
}

/** A store is never cleaned up by a site that it does not belong to. */
export class NotOwner extends Error {
  override readonly name = 'NotOwner';
}

export async function requireOwner(files: Pick<Files, 'owner'>, site: string): Promise<void> {
  if ((await files.owner()) !== site)
    throw new NotOwner('These files are not known to belong to this site, so none of them is removed.');
}

/** Where the owner's id stands. Starts with a dot, so it can be no file's name. */
export const ownerName = '.site';

const servedUnder = '/images/';

/** One or more segments that start with a letter or a digit, so none is hidden, absolute or a way up. */
const validName = /^[a-z0-9][a-z0-9.-]{0,127}(?:\/[a-z0-9][a-z0-9.-]{0,127}){0,3}$/;

export function isName(name: string): boolean {
  return validName.test(name);
}

export function requireName(name: string): string {
  if (!isName(name))
    throw new InvalidName(`${JSON.stringify(name.slice(0, 200))} cannot be the name of a file.`);
  return name;
}

export function servedUrl(name: string): string {
  return servedUnder + requireName(name);
}

export function nameBehind(prefix: string, url: string): string | null {
  if (!url.startsWith(prefix)) return null;
  const name = url.slice(prefix.length);
  return isName(name) ? name : null;
}

export function servedName(url: string): string | null {
  return nameBehind(servedUnder, url);
}
