import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a new file that outlives a power cut; its size and checksum. */
export async function writeDurably(
  file: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ bytes: number; sha256: string }> {
  const measure = new Measure();
  await pipeline(
    Readable.from(measure.over(chunks), { objectMode: false }),
    // Flushed before it closes.
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return measure.result();
}

/** Counts and sums up what flows past. */
export class Measure {
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

/** A name lasts only once its folder is on the disk, too. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
