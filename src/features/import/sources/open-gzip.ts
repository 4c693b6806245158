import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Problem } from '../../../platform/http/problem.ts';
import { sourceBomb, sourceCorrupt, sourceTooLarge } from '../messages/sources.ts';
import { boundedStream, filePart } from './bounded-stream.ts';
import type { Opened } from './open-zip.ts';
import { isBomb } from './source-limits.ts';

type Gunzipped = { bytes: number; beginning: Buffer; open(): Readable };

/** Reads a gzip file once to learn its length, because the format states it only modulo 4 GB and only of the last part. */
export async function openGzip({ file, size, name, limits }: Opened, path: string): Promise<Gunzipped> {
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
