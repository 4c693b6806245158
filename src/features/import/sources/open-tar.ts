import type { SourceEntry } from '../../../platform/files/source.ts';
import { blockBytes, decodeHeader, plainFile } from '../../../platform/files/tar-header.ts';
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

const contiguousFile = '7';
/** Of a long name or the extended attributes of one file. */
const maxAttributesLength = 64 * 1024;

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
    const header = decodeHeader(await read(at, blockBytes));
    if (header === null) break;
    if (!header) throw new Problem('invalid', sourceCorrupt(name));
    const { size: bytes, type, modified } = header;
    const start = at + blockBytes;
    if (start + bytes > size) throw new Problem('invalid', sourceTruncated(name));
    at = start + Math.ceil(bytes / blockBytes) * blockBytes;
    if (type === 'L' || type === 'x' || type === 'X') {
      if (bytes > maxAttributesLength) throw new Problem('invalid', sourceCorrupt(name));
      const data = await read(start, bytes);
      longName = type === 'L' ? textIn(data) : (paxPath(data) ?? longName);
      continue;
    }
    if (type === 'g' || type === 'K') continue;
    const raw = longName ?? header.name;
    longName = undefined;
    if (type === '5') continue;
    const path = safePath(raw, limits.pathLength);
    if (path === null) throw new Problem('invalid', sourceUnsafePath(name, raw));
    if (isJunk(path)) continue;
    if (type !== plainFile && type !== contiguousFile) {
      found.skipped.push({ path, reason: type === '1' || type === '2' ? skippedLink : skippedSpecial });
      continue;
    }
    if (files.has(path)) found.skipped.push({ path, reason: skippedDuplicate });
    const open = async () => boundedStream(filePart(file.fd, start, start + bytes), { path, bytes });
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
