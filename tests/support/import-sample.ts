import path from 'node:path';
import type { FormatReader } from '../../src/features/import/formats/reader.ts';
import type { PostItem, SourceItem } from '../../src/features/import/items.ts';
import { openSource } from '../../src/features/import/sources/open-source.ts';

export const samples = path.join(import.meta.dirname, '../import/samples');

/** All items of a sample, with what the plain count says and what the items add up to. */
export async function readSample(reader: FormatReader, name: string) {
  const source = await openSource(path.join(samples, name));
  try {
    const isDetected = await reader.detects(source);
    const counts = await reader.count(source);
    const items: SourceItem[] = await Array.fromAsync(reader.read(source));
    const again: SourceItem[] = await Array.fromAsync(reader.read(source));
    const tally = new Map(
      [...counts.keys()].map((kind) => [kind, items.filter(({ sourceKind }) => sourceKind === kind).length]),
    );
    return { isDetected, counts, items, again, tally };
  } finally {
    await source.close();
  }
}

export const postsOf = (items: readonly SourceItem[]): PostItem[] =>
  items.filter((item): item is PostItem => item.kind === 'post' || item.kind === 'page');

export function postTitled(items: readonly SourceItem[], title: string): PostItem {
  const found = postsOf(items).find((post) => post.title === title);
  if (!found)
    throw new Error(
      `There is no post "${title}" among: ${postsOf(items)
        .map((post) => post.title)
        .join(', ')}`,
    );
  return found;
}
