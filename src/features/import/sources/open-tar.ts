import type { SourceEntry } from '../../../platform/files/source.ts';
import { Problem } from '../../../platform/http/problem.ts';
import {
  skippedDuplicate,
  skippedLink,
  skippedSpecial,
  sourceCorrupt,
  sourceTooManyFiles,
  sourceTruncated,
  sourceUnsafePath,
} from '../messages/sources.ts';
import { boundedStream, filePart } from './bounded-stream.ts';
import type { Found } from './open-folder.ts';
import type { Opened } from './open-zip.ts';
import { isJunk, safePath } from './source-paths.ts';

const blockBytes = 512;
/** Of a long name or the extended attributes of one file. */
const attributesMax = 64 * 1024;

export const isTar = (beginning: Buffer): boolean => beginning.toString('latin1', 257, 262) === 'ustar';

/** The files of an uncompressed tar archive (POSIX ustar and pax, GNU long names). */
export async function openTar({ file, size, name, limits }: Opened): Promise<Found> {
  const files = new Map<string, SourceEntry>();
  const found: Found = { entries: [], skipped: [] };
  const read = async (at: number, length: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, at);
    if (bytesRead < length) throw new Problem('invalid', sourceTruncated(name));
    return buffer;
  };
  let longName: string | undefined;
  let blocks = 0;
  for (let at = 0; at + blockBytes <= size; blocks += 1) {
    if (blocks > 3 * limits.entries) throw new Problem('invalid', sourceTooManyFiles(name, limits.entries));
    const header = await read(at, blockBytes);
    if (header.every((byte) => byte === 0)) break;
    const bytes = numberIn(header.subarray(124, 136));
    if (bytes === undefined || !hasValidChecksum(header)) throw new Problem('invalid', sourceCorrupt(name));
    const start = at + blockBytes;
    if (start + bytes > size) throw new Problem('invalid', sourceTruncated(name));
    at = start + Math.ceil(bytes / blockBytes) * blockBytes;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L' || type === 'x' || type === 'X') {
      if (bytes > attributesMax) throw new Problem('invalid', sourceCorrupt(name));
      const data = await read(start, bytes);
      longName = type === 'L' ? textIn(data) : (paxPath(data) ?? longName);
      continue;
    }
    if (type === 'g' || type === 'K') continue;
    const raw = longName ?? shortName(header);
    longName = undefined;
    if (type === '5') continue;
    const path = safePath(raw, limits.pathLength);
    if (path === null) throw new Problem('invalid', sourceUnsafePath(name, raw));
    if (isJunk(path)) continue;
    if (type !== '0' && type !== '\0' && type !== '7') {
      found.skipped.push({ path, reason: type === '1' || type === '2' ? skippedLink : skippedSpecial });
      continue;
    }
    if (files.has(path)) found.skipped.push({ path, reason: skippedDuplicate });
    const open = async () => boundedStream(filePart(file.fd, start, start + bytes), { path, bytes });
    const modified = new Date((numberIn(header.subarray(136, 148)) ?? 0) * 1000);
    files.set(path, { path, bytes, modified, open });
    if (files.size > limits.entries) throw new Problem('invalid', sourceTooManyFiles(name, limits.entries));
  }
  found.entries = [...files.values()];
  return found;
}

const textIn = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
};

function shortName(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textIn(header.subarray(345, 500)) : '';
  const name = textIn(header.subarray(0, 100));
  return prefix ? `${prefix}/${name}` : name;
}

/** Records of the form `LENGTH KEY=VALUE\n`, where LENGTH counts the whole record. */
function paxPath(data: Buffer): string | undefined {
  for (let at = 0; at < data.length; ) {
    const blank = data.indexOf(' ', at);
    const length = blank < 0 ? Number.NaN : Number(data.toString('latin1', at, blank));
    if (!Number.isInteger(length) || length < 5) return undefined;
    const record = data.toString('utf8', blank + 1, at + length - 1);
    if (record.startsWith('path=')) return record.slice('path='.length);
    at += length;
  }
  return undefined;
}

/** Octal, or in base 256 for large sizes, as GNU and BSD tar write them. */
function numberIn(bytes: Buffer): number | undefined {
  if (bytes[0] === 0x80) {
    const value = bytes.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const octal = /^ *([0-7]+)[ \0]*$/.exec(bytes.toString('latin1'))?.[1];
  return octal === undefined ? undefined : Number.parseInt(octal, 8);
}

/** The sum of all bytes of the header, with blanks in place of the sum itself. */
function hasValidChecksum(header: Buffer): boolean {
  let sum = 8 * 0x20;
  for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) sum += byte;
  return numberIn(header.subarray(148, 156)) === sum;
}
