import { Readable } from 'node:stream';
import type { Source } from '../../src/platform/files/source.ts';

/** An export in memory: its files by their paths. They are read in small pieces. */
export function sourceOf(files: Readonly<Record<string, string | Buffer>>, pieceBytes = 1000): Source {
  const entries = Object.entries(files)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => {
      const bytes = Buffer.from(content);
      return { path, bytes: bytes.length, open: async () => Readable.from(pieces(bytes, pieceBytes)) };
    });
  return {
    name: entries[0]?.path ?? '',
    entries,
    skipped: [],
    entry: (path) => entries.find((entry) => entry.path === path),
    close: async () => undefined,
  };
}

function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
