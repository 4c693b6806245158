import type { SourceEntry } from '../../../../platform/files/source.ts';
import type { SourceCounts } from '../reader.ts';

const names = { posts: 'post', tags: 'tag', users: 'user', comments: 'comment' } as const;

/** Counts the objects that stand directly in the list of a table, byte by byte. */
export async function countRows(entry: SourceEntry): Promise<SourceCounts> {
  const counts = new Map<string, number>(Object.values(names).map((name) => [name, 0]));
  // The table whose list is open, and how many brackets were open before its rows.
  let table: keyof typeof names | null = null;
  let tableDepth = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let word = '';
  let lastWord = '';
  const stream = await entry.open();
  for await (const chunk of stream as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === 0x5c) isEscaped = true;
        else if (byte === 0x22) {
          isInString = false;
          lastWord = word;
        } else if (word.length < 20) word += String.fromCharCode(byte);
        continue;
      }
      if (byte === 0x22) {
        isInString = true;
        word = '';
      } else if (byte === 0x5b || byte === 0x7b) {
        const isTable = table === null && byte === 0x5b && Object.hasOwn(names, lastWord) && depth <= 4;
        if (table !== null && byte === 0x7b && depth === tableDepth)
          counts.set(names[table], (counts.get(names[table]) ?? 0) + 1);
        depth += 1;
        if (isTable) [table, tableDepth] = [lastWord as keyof typeof names, depth];
        lastWord = '';
      } else if (byte === 0x5d || byte === 0x7d) {
        depth -= 1;
        if (table !== null && depth < tableDepth) table = null;
      } else if (byte === 0x2c) lastWord = '';
    }
  if (counts.get('comment') === 0) counts.delete('comment');
  return counts;
}
