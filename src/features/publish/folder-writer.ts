import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Where the files of a copy go: into a zip archive, or into a folder. */
export type CopyWriter = {
  add(file: string, chunks: Chunks, options?: { isCompressed?: boolean }): Promise<void>;
};

/** Writes into a folder, whose files a web server can read. */
export const folderWriter = (folder: string): CopyWriter => ({
  async add(file, chunks) {
    const target = path.join(folder, ...file.split('/'));
    await mkdir(path.dirname(target), { recursive: true, mode: 0o755 });
    await pipeline(
      Readable.from(chunks, { objectMode: false }),
      createWriteStream(target, { flags: 'wx', mode: 0o644 }),
    );
  },
});
