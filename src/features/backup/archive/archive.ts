import { createReadStream } from 'node:fs';
import {
  blockBytes as block,
  decodeHeader,
  encodeHeader,
  plainFile,
} from '../../../platform/files/tar-header.ts';
import {
  archiveCorrupt,
  archiveHasSpecialFile,
  archiveNameTooLong,
  archiveTruncated,
  changedWhileRead,
  notAnArchive,
} from '../../../platform/messages/operator.ts';
import { gunzipped } from './compress.ts';
import { BackupProblem } from './manifest.ts';

/** One file in an archive. */
export type Entry = {
  name: string;
  bytes: number;
  modified: Date;
  read(): AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>;
};

const padding = (bytes: number): number => (block - (bytes % block)) % block;
const endBytes = 2 * block;

export const archiveBytes = (entries: readonly Pick<Entry, 'bytes'>[]): number =>
  entries.reduce((sum, { bytes }) => sum + block + bytes + padding(bytes), endBytes);

/** A tar archive of plain files, streamed. */
export async function* tarOf(entries: Iterable<Entry> | AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield* bytesOf(entry);
  yield Buffer.alloc(endBytes);
}

/** The bytes of `tarOf` from `start` to `end`, inclusive. Files outside that range are not opened. */
export async function* tarPart(
  entries: Iterable<Entry>,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let at = 0;
  const cut = (chunk: Buffer): Buffer => {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    return part;
  };
  for (const entry of entries) {
    if (at > end) return;
    const size = block + entry.bytes + padding(entry.bytes);
    if (at + size <= start) at += size;
    else
      for await (const chunk of bytesOf(entry)) {
        const part = cut(chunk);
        if (part.length > 0) yield part;
        if (at > end) return;
      }
  }
  yield cut(Buffer.alloc(endBytes));
}

async function* bytesOf(entry: Entry): AsyncGenerator<Buffer> {
  yield headerOf(entry);
  let seen = 0;
  for await (const chunk of await entry.read()) {
    seen += chunk.length;
    yield chunk;
  }
  if (seen !== entry.bytes) throw new BackupProblem(changedWhileRead(entry.name));
  yield Buffer.alloc(padding(entry.bytes));
}

function headerOf({ name, bytes, modified }: Entry): Buffer {
  const header = encodeHeader({ name, size: bytes, modified, type: plainFile });
  if (!header) throw new BackupProblem(archiveNameTooLong(name));
  return header;
}

/**
 * The files of an archive in order; each must be read before the next. Anything that `tarOf` does not write (links, folders,
 * devices, GNU long names) is refused.
 */
export async function* untar(file: string): AsyncGenerator<Entry> {
  const bytes = new ByteReader(await opened(file));
  for (;;) {
    const start = await bytes.take(block);
    if (start.length < block) throw new BackupProblem(archiveTruncated);
    const header = decodeHeader(start);
    if (header === null) return;
    if (!header) throw new BackupProblem(notAnArchive);
    const { name, size, modified, type } = header;
    if (type !== plainFile || name.endsWith('/')) throw new BackupProblem(archiveHasSpecialFile(name));
    let wasRead = false;
    yield {
      name,
      bytes: size,
      modified,
      read: () => {
        wasRead = true;
        return bytes.stream(size);
      },
    };
    if (!wasRead) for await (const _ of bytes.stream(size));
    if ((await bytes.take(padding(size))).some((byte) => byte !== 0)) throw new BackupProblem(archiveCorrupt);
  }
}

async function opened(file: string): Promise<AsyncIterable<Buffer>> {
  const plain = createReadStream(file, { highWaterMark: 256 * 1024 });
  const bytes = new ByteReader(plain);
  const start = await bytes.take(2);
  bytes.putBack(start);
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  return isGzip ? gunzipped(bytes.rest()) : bytes.rest();
}

/** Reads a stream in portions of any size. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns fewer bytes only at the end. */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.#upTo(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *stream(count: number): AsyncGenerator<Buffer> {
    let seen = 0;
    for await (const part of this.#upTo(count)) {
      seen += part.length;
      yield part;
    }
    if (seen < count) throw new BackupProblem(archiveTruncated);
  }

  putBack(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }

  rest(): AsyncIterable<Buffer> {
    return this.#upTo(Number.POSITIVE_INFINITY);
  }

  async *#upTo(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      if (this.#held.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) return;
        this.#held = next.value;
      }
      const part = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}
