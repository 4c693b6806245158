import type { SourceEntry } from '../../../platform/files/source.ts';

/**
 * How often a pattern is found in a file, by what each find is called; undefined is not counted. Reads bytes as characters,
 * without the zeros of UTF-16; no find is longer than `longest`.
 */
export async function countMatches(
  entry: SourceEntry,
  pattern: RegExp,
  kindOf: (match: RegExpExecArray) => string | undefined,
  longest = 120,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let text = '';
  // What begins after the limit waits for the next piece, because it may be cut.
  const search = (limit: number) => {
    let done = Math.max(0, limit);
    for (const match of text.matchAll(pattern)) {
      if (match.index >= limit) break;
      const kind = kindOf(match);
      if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      done = Math.max(done, match.index + match[0].length);
    }
    text = text.slice(done);
  };
  for await (const chunk of (await entry.open()) as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1').replaceAll('\0', '');
    search(text.length - longest);
  }
  search(text.length);
  return counts;
}

/** The rows below the names of a CSV file: line breaks outside of quotes end them. */
export async function countRows(entry: SourceEntry): Promise<number> {
  let rows = -1;
  let quotes = 0;
  let hasText = false;
  for await (const chunk of (await entry.open()) as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      if (byte === 0x22) quotes += 1;
      if (byte === 0x0a && quotes % 2 === 0) {
        rows += hasText ? 1 : 0;
        hasText = false;
      } else if (byte !== 0x0d) hasText = true;
    }
  return rows + (hasText ? 1 : 0);
}
