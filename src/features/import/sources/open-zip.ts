import { read } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader } from 'yauzl';
import type { SourceEntry } from '../../../platform/files/source.ts';
import { Problem } from '../../../platform/http/problem.ts';
import {
  skippedDuplicate,
  skippedLink,
  skippedSpecial,
  sourceBomb,
  sourceCorrupt,
  sourceEncrypted,
  sourceMethodUnknown,
  sourceOverlaps,
  sourceTooLarge,
  sourceTooManyFiles,
  sourceTruncated,
  sourceUnsafePath,
} from '../messages/sources.ts';
import { boundedStream, filePart } from './bounded-stream.ts';
import type { Found } from './open-folder.ts';
import { isBomb, type SourceLimits } from './source-limits.ts';
import { isJunk, safePath } from './source-paths.ts';

/** A file that is open for as long as its source is. */
export type Opened = { file: FileHandle; size: number; name: string; limits: SourceLimits };

/** What is needed of an entry to read it; with 200,000 entries, the whole ones would take much memory. */
type Packed = { start: number; compressed: number; bytes: number; deflated: boolean; crc32: number };

const stored = 0;
const deflated = 8;

/** The files of a zip archive. Nothing is unpacked to disk, so a path can only be wrong, not lead anywhere. */
export async function openZip(opened: Opened): Promise<Found> {
  const { name, limits, file, size } = opened;
  const end = await findEnd(opened);
  const zip = await fromRandomAccessReaderPromise(new FileReader(file.fd), end.archiveBytes, {
    autoClose: false,
    decodeStrings: false,
  }).catch(corrupt(name));
  if (zip.entryCount > limits.entries) throw new Problem('invalid', sourceTooManyFiles(name, limits.entries));

  const files = new Map<string, SourceEntry>();
  const found: Found = { entries: [], skipped: [] };
  const ranges: [start: number, end: number][] = [];
  let total = 0;
  let directoryBytes = 0;
  const entries = zip.eachEntry();
  for (;;) {
    const { value: entry, done } = await entries.next().catch(corrupt(name));
    if (done) break;
    directoryBytes += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > limits.directoryBytes)
      throw new Problem('invalid', sourceTooManyFiles(name, limits.entries));
    const { relativeOffsetOfLocalHeader: start, compressedSize: compressed, uncompressedSize: bytes } = entry;
    ranges.push([start, start + 30 + entry.fileNameLength + compressed]);
    const raw = fileName(entry);
    const path = safePath(raw, limits.pathLength);
    if (path === null) throw new Problem('invalid', sourceUnsafePath(name, raw));
    if (/[\\/]$/.test(raw) || isJunk(path)) continue;
    const type = fileType(entry);
    if (type !== 'file') {
      found.skipped.push({ path, reason: type === 'link' ? skippedLink : skippedSpecial });
      continue;
    }
    if (entry.isEncrypted()) throw new Problem('invalid', sourceEncrypted(name));
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
      throw new Problem('invalid', sourceMethodUnknown(name, path));
    if (isBomb(bytes, compressed, limits)) throw new Problem('invalid', sourceBomb(name));
    total += bytes;
    if (bytes > limits.entryBytes || total > limits.totalBytes)
      throw new Problem('invalid', sourceTooLarge(name, limits.totalBytes));
    if (files.has(path)) found.skipped.push({ path, reason: skippedDuplicate });
    const isDeflated = entry.compressionMethod === deflated;
    const packed: Packed = { start, compressed, bytes, deflated: isDeflated, crc32: entry.crc32 };
    const modified = entry.getLastModDate({ timezone: 'UTC' });
    files.set(path, { path, bytes, modified, open: () => openPacked(opened, path, packed) });
  }
  // More than 65,535 entries without zip64 overflow the counter; then some would be missing without a word.
  if (end.directoryBytes - directoryBytes >= 46) throw new Problem('invalid', sourceCorrupt(name));
  if (overlap(ranges, end.archiveBytes)) throw new Problem('invalid', sourceOverlaps(name));
  if (isBomb(total, size, limits)) throw new Problem('invalid', sourceBomb(name));
  found.entries = [...files.values()];
  return found;
}

const corrupt =
  (name: string) =>
  (cause: unknown): never => {
    throw new Problem('invalid', sourceCorrupt(name), { cause });
  };

const endSignature = Buffer.from('PK\u0005\u0006', 'latin1');
const endBytes = 22;
/** The comment of an archive, and what a faulty download or a padding program may have appended. */
const tailBytes = 1024 * 1024;

/** Where the archive ends and how large its directory says it is. yauzl refuses archives with anything behind their end. */
async function findEnd({
  file,
  size,
  name,
}: Opened): Promise<{ archiveBytes: number; directoryBytes: number }> {
  const tail = Buffer.alloc(Math.min(size, tailBytes));
  const { bytesRead } = await file.read(tail, 0, tail.length, size - tail.length);
  if (bytesRead < tail.length) throw new Problem('invalid', sourceCorrupt(name));
  for (let at = tail.length - endBytes + 1; at > 0; ) {
    at = tail.lastIndexOf(endSignature, at - 1);
    if (at < 0) break;
    const archiveBytes = size - tail.length + at + endBytes + tail.readUInt16LE(at + 20);
    const announced = tail.readUInt32LE(at + 12);
    if (archiveBytes <= size)
      return { archiveBytes, directoryBytes: announced === 0xffffffff ? 0 : announced };
  }
  throw new Problem('invalid', sourceTruncated(name));
}

/** Marked as UTF-8, or valid UTF-8 without the mark as macOS and many programs write it, or else CP437. */
function fileName(entry: Entry): string {
  const { generalPurposeBitFlag: flags, fileNameRaw, extraFields } = entry;
  const utf8 = 0x800;
  const unmarked = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    unmarked.decode(fileNameRaw);
    return getFileNameLowLevel(flags | utf8, fileNameRaw, extraFields, false);
  } catch {
    return getFileNameLowLevel(flags & ~utf8, fileNameRaw, extraFields, false);
  }
}

/** The upper half of the attributes is the mode of Unix; archives made elsewhere have 0 there. */
function fileType(entry: Entry): 'file' | 'link' | 'special' {
  const format = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (format === 0 || format === 0o100000) return 'file';
  return format === 0o120000 ? 'link' : 'special';
}

function overlap(ranges: [start: number, end: number][], archiveBytes: number): boolean {
  ranges.sort((a, b) => a[0] - b[0]);
  return ranges.some(([, end], index) => end > (ranges[index + 1]?.[0] ?? archiveBytes));
}

async function openPacked({ file, size, name }: Opened, path: string, packed: Packed): Promise<Readable> {
  const header = Buffer.alloc(30);
  const { bytesRead } = await file.read(header, 0, header.length, packed.start);
  if (bytesRead < header.length || header.readUInt32LE(0) !== 0x04034b50)
    throw new Problem('invalid', sourceCorrupt(name));
  const start = packed.start + header.length + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packed.compressed > size) throw new Problem('invalid', sourceTruncated(name));
  const bytes = filePart(file.fd, start, start + packed.compressed);
  const content = packed.deflated ? pipeline(bytes, createInflateRaw(), () => {}) : bytes;
  return boundedStream(content, { path, bytes: packed.bytes, crc32: packed.crc32 });
}

/** Reads ahead, because a directory of 200,000 entries is asked for in 400,000 small portions. */
class FileReader extends RandomAccessReader {
  readonly #fd: number;
  readonly #ahead = Buffer.alloc(1024 * 1024);
  #start = 0;
  #end = 0;

  constructor(fd: number) {
    super();
    this.#fd = fd;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (position >= this.#start && position + length <= this.#end) {
      this.#ahead.copy(buffer, offset, position - this.#start, position - this.#start + length);
      callback(null, length);
      return;
    }
    if (length > this.#ahead.length) {
      read(this.#fd, buffer, offset, length, position, callback);
      return;
    }
    read(this.#fd, this.#ahead, 0, this.#ahead.length, position, (error, bytesRead) => {
      this.#start = position;
      this.#end = error ? position : position + bytesRead;
      if (error || bytesRead < length) callback(error, 0);
      else this.read(buffer, offset, length, position, callback);
    });
  }
}
