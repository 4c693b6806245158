import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { Problem } from '../../../platform/http/problem.ts';
import { sourceFileChanged, sourceFileCorrupt } from '../messages/sources.ts';

type Expected = {
  path: string;
  bytes: number;
  /** Of the whole content, where the archive states it. */
  crc32?: number;
};

/** Reads exactly what was announced: an archive that holds more is stopped there, and one that holds less is an error too. */
export function boundedStream(chunks: Readable, expected: Expected): Readable {
  return Readable.from(checked(chunks, expected), { objectMode: false });
}

async function* checked(
  chunks: Readable,
  { path, bytes, crc32: announced }: Expected,
): AsyncGenerator<Buffer> {
  const wrong = announced === undefined ? sourceFileChanged : sourceFileCorrupt;
  let seen = 0;
  let sum = 0;
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      seen += chunk.length;
      if (seen > bytes) throw new Problem('invalid', wrong(path));
      if (announced !== undefined) sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('invalid', sourceFileCorrupt(path), { cause: error });
  }
  if (seen < bytes || (announced !== undefined && sum !== announced))
    throw new Problem('invalid', wrong(path));
}

/** The bytes from `start` to `end`, exclusive. The file stays open, because many entries share it. */
export function filePart(fd: number, start: number, end: number): Readable {
  if (start === end) return Readable.from([]);
  return createReadStream('', { fd, autoClose: false, start, end: end - 1, highWaterMark: 256 * 1024 });
}
