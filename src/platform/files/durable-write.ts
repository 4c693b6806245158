import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a new file and flushes it, so that it survives a power cut; returns its size and checksum. */
export async function writeDurably(
  file: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ bytes: number; sha256: string }> {
  const meter = new ByteMeter();
  await pipeline(
    Readable.from(meter.over(chunks), { objectMode: false }),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return meter.result();
}

/** Counts bytes and computes their checksum. */
export class ByteMeter {
  #bytes = 0;
  readonly #hash = createHash('sha256');

  async *over(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  result(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** A new name survives a power cut only after its folder was flushed as well. */
export async function syncFolder(folder: string): Promise<void> {
  // Folders cannot be opened there, and renames are durable without it.
  if (process.platform === 'win32') return;
  await using handle = await open(folder);
  await handle.sync();
}
