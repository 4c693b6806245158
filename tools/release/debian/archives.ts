import { createHash } from 'node:crypto';
import { posix as path } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { blockBytes, encodeHeader, plainFile } from '../../../src/platform/files/tar-header.ts';

/** A path without a slash at its start, like `usr/bin/not-terrible`. */
export type Entry = { path: string } & ({ content: Buffer; mode: number } | { linkTo: string });

const symbolicLink = '2';
const folder = '5';
/** The byte of the gzip header that names the operating system. */
const systemByte = 9;
const unknownSystem = 255;

/** A tar archive of files that belong to root, with their folders. Its bytes depend on the entries and the time only. */
export function tar(entries: readonly Entry[], modified: Date): Buffer {
  const blocks: Buffer[] = [];
  const write = (
    name: string,
    type: string,
    mode: number,
    content: Buffer = Buffer.alloc(0),
    linkName = '',
  ) => {
    const header = encodeHeader({ name, size: content.length, modified, type, mode, linkName });
    if (!header) throw new Error(`${name} is too long a name for a tar archive.`);
    blocks.push(header, content, Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes));
  };
  const written = new Set<string>();
  const writeFolder = (name: string) => {
    if (written.has(name)) return;
    written.add(name);
    if (name !== '.') writeFolder(path.dirname(name));
    write(name === '.' ? './' : `./${name}/`, folder, 0o755);
  };
  for (const entry of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    writeFolder(path.dirname(entry.path));
    if ('content' in entry) write(`./${entry.path}`, plainFile, entry.mode, entry.content);
    else write(`./${entry.path}`, symbolicLink, 0o777, undefined, entry.linkTo);
  }
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]);
}

/** Node's own compression instead of a program's, so that the project decides which version makes the bytes. */
export function gzip(content: Buffer | string): Buffer {
  const packed = gzipSync(content, { level: 9 });
  packed[systemByte] = unknownSystem;
  return packed;
}

/** A higher level takes minutes and saves a tenth. */
export const zstd = (content: Buffer): Buffer =>
  zstdCompressSync(content, {
    params: { [constants.ZSTD_c_compressionLevel]: 12, [constants.ZSTD_c_checksumFlag]: 1 },
  });

/** The outer archive of a Debian package (deb(5)). */
export function ar(members: readonly { name: string; content: Buffer }[], modified: Date): Buffer {
  const seconds = String(Math.floor(modified.getTime() / 1000));
  const parts = members.flatMap(({ name, content }) => [
    Buffer.from(
      `${name.padEnd(16)}${seconds.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(content.length).padEnd(10)}\`\n`,
    ),
    content,
    Buffer.from(content.length % 2 === 1 ? '\n' : ''),
  ]);
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

export const md5sums = (entries: readonly Entry[]): string =>
  entries
    .flatMap((entry) =>
      'content' in entry ? [`${createHash('md5').update(entry.content).digest('hex')}  ${entry.path}\n`] : [],
    )
    .toSorted()
    .join('');
