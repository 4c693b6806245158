import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Small pieces of text are joined, because each chunk has a cost of its own. */
const chunkCharacters = 64 * 1024;

/** Writes a zip archive of any size into a new file. One entry at a time is in memory, a chunk of it. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #date: Date;
  readonly #written: Promise<void>;
  /** Rejects when the file cannot be written, which would leave an entry waiting forever. */
  readonly #failed: Promise<never>;

  constructor(file: string, date: Date, signal?: AbortSignal) {
    this.#date = date;
    this.#written = pipeline(
      this.#zip.outputStream,
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    );
    const failure = once(this.#zip, 'error').then(([error]) => {
      throw error;
    });
    this.#failed = Promise.race([failure, this.#written.then(() => new Promise<never>(() => {}))]);
    this.#failed.catch(() => {});
  }

  /** Resolves when the entry has been read completely. */
  async add(
    path: string,
    chunks: Chunks,
    { isCompressed = false }: { isCompressed?: boolean } = {},
  ): Promise<void> {
    const stream = Readable.from(isCompressed ? chunks : joined(chunks), { objectMode: false });
    const read = finished(stream, { writable: false });
    this.#zip.addReadStreamLazy(
      path,
      {
        mtime: this.#date,
        mode: 0o100644,
        compress: !isCompressed,
        // Its size is not known in advance, and a recording may have more than 4 GB.
        forceZip64Format: isCompressed,
      },
      givenOnce(stream),
    );
    await Promise.race([read, this.#failed]);
  }

  /** Resolves when the whole file is on the disk. */
  async end(): Promise<void> {
    this.#zip.end();
    await Promise.race([this.#written, this.#failed]);
  }
}

/** The archive keeps this function until its end, so it must not hold on to the stream and its text. */
function givenOnce(stream: Readable): (use: (error: null, stream: Readable) => void) => void {
  const given = [stream];
  return (use) => {
    for (const one of given.splice(0)) use(null, one);
  };
}

async function* joined(chunks: Chunks): AsyncGenerator<string | Uint8Array> {
  let text = '';
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') yield chunk;
    else text += chunk;
    if (text.length > chunkCharacters) {
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}
