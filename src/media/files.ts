import type { Readable } from 'node:stream';

/** Where the pictures lie: a folder or a bucket, with one behaviour. */
export interface Files {
  /** Whole or not at all; once it returns, the file outlives a power cut. */
  write(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** `end` is included, as in HTTP, and may lie behind the end of the file. `size` is that of the whole file. */
  read(name: string, range?: ByteRange): Promise<{ body: Readable; size: number; type: string } | null>;
  stat(name: string): Promise<{ size: number; type: string; modified: Date } | null>;
  /** Names that are not there are fine. */
  remove(names: readonly string[]): Promise<void>;
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
