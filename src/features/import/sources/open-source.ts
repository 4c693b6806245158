import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, realpath, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { pipeline as pipelineEnd } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Source } from '../../../platform/files/source.ts';
import { Problem } from '../../../platform/http/problem.ts';
import {
  sourceBomb,
  sourceCorrupt,
  sourceEmpty,
  sourceMissing,
  sourceNoRoom,
  sourceNotAFile,
  sourceTooLarge,
  sourceUnreadable,
} from '../messages/sources.ts';
import { boundedStream, filePart } from './bounded-stream.ts';
import { type Found, fileEntry, openFolder } from './open-folder.ts';
import { isTar, openTar } from './open-tar.ts';
import { type Opened, openZip } from './open-zip.ts';
import { isBomb, type SourceLimits, sourceLimits } from './source-limits.ts';
import { withoutCommonFolder } from './source-paths.ts';

export type OpenOptions = {
  /** For messages, when the file has another name on the disk. */
  name?: string;
  /** Where an archive inside of an archive is unpacked. */
  temporaryFolder?: string;
  limits?: Partial<SourceLimits>;
};

const maxSkipped = 1000;

/**
 * Opens an export of another blog: a folder, a file, or an archive, which is recognized by its content. Hostile archives are
 * refused with a sentence that can be shown.
 */
export async function openSource(path: string, options: OpenOptions = {}): Promise<Source> {
  const name = options.name ?? basename(path);
  const limits = { ...sourceLimits, ...options.limits };
  const handles: FileHandle[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(handles.splice(0).map((handle) => handle.close()));
  };
  try {
    const place = await realpath(path).catch(unreadable(name));
    const stats = await stat(place).catch(unreadable(name));
    if (!stats.isFile() && !stats.isDirectory()) throw new Problem('invalid', sourceNotAFile(name));
    const { entries, skipped } = stats.isDirectory()
      ? await openFolder(place, name, limits).catch(unreadable(name))
      : await openFile(place, { ...options, name, limits, handles });
    if (entries.length === 0) throw new Problem('invalid', sourceEmpty(name));
    return asSource(name, { entries, skipped }, close);
  } catch (error) {
    await close();
    throw error;
  }
}

type Context = Omit<OpenOptions, 'limits'> & { name: string; limits: SourceLimits; handles: FileHandle[] };

async function openFile(place: string, context: Context): Promise<Found> {
  const { name, limits, handles } = context;
  // A pipe that took the place of the file would block for ever without O_NONBLOCK.
  const file = await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(unreadable(name));
  handles.push(file);
  const stats = await file.stat();
  if (!stats.isFile()) throw new Problem('invalid', sourceNotAFile(name));
  const opened: Opened = { file, size: stats.size, name, limits };
  const beginning = await firstBytes(file);
  if (isZip(beginning)) return innerArchive(await openZip(opened), context);
  if (isTar(beginning)) return openTar(opened);
  if (isGzip(beginning)) return openCompressed(opened, context);
  await Promise.all(handles.splice(0).map((handle) => handle.close()));
  if (stats.size === 0) throw new Problem('invalid', sourceEmpty(name));
  if (stats.size > limits.entryBytes) throw new Problem('invalid', sourceTooLarge(name, limits.entryBytes));
  return { entries: [await fileEntry(place, basename(name))], skipped: [] };
}

async function openCompressed(opened: Opened, context: Context): Promise<Found> {
  const { name } = opened;
  const path = basename(name).replace(/\.(gz|gzip)$/i, '') || 'export';
  const content = await openGzip(opened, path);
  if (!isTar(content.beginning)) {
    return { entries: [{ path, bytes: content.bytes, open: async () => content.open() }], skipped: [] };
  }
  const file = await unpack(content.open(), content.bytes, name, context.temporaryFolder);
  context.handles.push(file);
  return openTar({ ...opened, file, size: content.bytes });
}

/** Some programs deliver a zip inside of a zip. One level is opened; a further one stays a file like any other. */
async function innerArchive(found: Found, context: Context): Promise<Found> {
  const [only, ...others] = found.entries;
  if (!only || others.length > 0 || !/\.zip$/i.test(only.path)) return found;
  const file = await unpack(await only.open(), only.bytes, context.name, context.temporaryFolder);
  context.handles.push(file);
  if (!isZip(await firstBytes(file))) return found;
  const inner = await openZip({ file, size: only.bytes, name: context.name, limits: context.limits });
  return { entries: inner.entries, skipped: [...found.skipped, ...inner.skipped] };
}

function asSource(name: string, { entries, skipped }: Found, close: () => Promise<void>): Source {
  const sorted = [...withoutCommonFolder(entries)].sort((a, b) => (a.path < b.path ? -1 : 1));
  const byPath = new Map(sorted.map((entry) => [entry.path, entry]));
  // macOS writes the names of files decomposed, while the texts that mention them are mostly composed.
  const composed = new Map(sorted.map((entry) => [entry.path.normalize('NFC'), entry]));
  return {
    name,
    entries: sorted,
    entry: (path) => byPath.get(path) ?? composed.get(path.normalize('NFC')),
    skipped: skipped.slice(0, maxSkipped),
    close,
  };
}

async function firstBytes(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(blockBytes), 0, blockBytes, 0);
  return buffer.subarray(0, bytesRead);
}
const blockBytes = 512;

/** Of a zip archive with files, and of an empty one. */
const zipSignatures = ['PK\u0003\u0004', 'PK\u0005\u0006'];

const isZip = (beginning: Buffer): boolean => zipSignatures.includes(beginning.toString('latin1', 0, 4));
const isGzip = (beginning: Buffer): boolean => beginning[0] === 0x1f && beginning[1] === 0x8b;

const unreadable =
  (name: string) =>
  (cause: unknown): never => {
    if (cause instanceof Problem) throw cause;
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Problem('invalid', missing ? sourceMissing(name) : sourceUnreadable(name), { cause });
  };

// Compressed files

type Gunzipped = { bytes: number; beginning: Buffer; open(): Readable };

/** Reads a gzip file once to learn its length, because the format states it only modulo 4 GB and only of the last part. */
async function openGzip({ file, size, name, limits }: Opened, path: string): Promise<Gunzipped> {
  const content = (): Readable =>
    pipeline(filePart(file.fd, 0, size), createGunzip({ chunkSize: 64 * 1024 }), () => {});
  let bytes = 0;
  const first: Buffer[] = [];
  try {
    for await (const chunk of content() as AsyncIterable<Buffer>) {
      if (bytes < 1024) first.push(chunk);
      bytes += chunk.length;
      if (isBomb(bytes, size, limits)) throw new Problem('invalid', sourceBomb(name));
      if (bytes > limits.entryBytes) throw new Problem('invalid', sourceTooLarge(name, limits.entryBytes));
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('invalid', sourceCorrupt(name), { cause: error });
  }
  return {
    bytes,
    beginning: Buffer.concat(first).subarray(0, 1024),
    open: () => boundedStream(content(), { path, bytes }),
  };
}

/** Left free on the disk, so that the database can still grow. */
const reserveBytes = 256 * 1024 * 1024;

/**
 * Writes a stream of known length into a file that only this process can read. The file has no name by the time it is
 * returned, so nothing is left on the disk, however the process ends.
 */
async function unpack(chunks: Readable, bytes: number, name: string, folder = tmpdir()): Promise<FileHandle> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < reserveBytes) throw new Problem('no_room', sourceNoRoom(name));
  const own = await mkdtemp(join(folder, 'unpacked-'));
  const file = await open(join(own, 'content'), 'wx+', 0o600);
  try {
    await rm(own, { recursive: true, force: true });
    await pipelineEnd(chunks, createWriteStream('', { fd: file.fd, autoClose: false }));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
