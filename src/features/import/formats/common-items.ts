import type { LeftOutItem, RedirectItem } from '../items.ts';

/** Feeds of the source lead to that of this site. */
export function* feedItems(paths: readonly string[]): Generator<RedirectItem> {
  for (const from of paths)
    yield { kind: 'redirect', key: `feed:${from}`, sourceKind: 'feed', label: from, from, to: '/feed.xml' };
}

export function* leftOutFiles(
  entries: readonly { path: string }[],
  sourceKind: 'other file' | 'other files',
  reason: string,
): Generator<LeftOutItem> {
  for (const { path } of entries)
    yield { kind: 'left-out', key: `file:${path}`, sourceKind, label: path, reason };
}
