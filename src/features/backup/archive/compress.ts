import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { compressedDataCorrupt } from '../../../platform/messages/operator.ts';
import { BackupProblem } from './manifest.ts';

export const gzipped = (chunks: AsyncIterable<Buffer>, level: number): AsyncGenerator<Buffer> =>
  through(chunks, createGzip({ level }));

export async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* through(chunks, createGunzip());
  } catch (cause) {
    if (!(cause as NodeJS.ErrnoException).code?.startsWith('Z_')) throw cause;
    throw new BackupProblem(compressedDataCorrupt, { cause });
  }
}

async function* through(chunks: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  // An error of either side is also emitted by the transform.
  pipeline(Readable.from(chunks, { objectMode: false }), transform).catch(() => {});
  for await (const chunk of transform) yield chunk;
}
