import type { SourceEntry } from '../../../platform/files/source.ts';
import type { SourceCounts } from './reader.ts';

/** How often a pattern is found in a file, by what each find is called. Reads bytes as characters; no find is longer than `longest`. */
export async function countMatches(
  entry: SourceEntry,
  pattern: RegExp,
  kindOf: (match: RegExpExecArray) => string,
  longest = 120,
): Promise<SourceCounts> {
  const counts = new Map<string, number>();
  let rest = '';
  for await (const chunk of (await entry.open()) as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      const kind = kindOf(match);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      end = match.index + match[0].length;
    }
    rest = text.slice(Math.max(end, text.length - longest));
  }
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
