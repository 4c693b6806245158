import { segmentTitle } from './categories.ts';

/** A category and those below it; `count` includes their posts. */
export type TopicNode = { path: string; segment: string; count: number; children: TopicNode[] };

/** Segments that occur in several places of the tree, so that the list of the segment has the posts of all of them. */
export function ambiguousSegments(paths: readonly string[]): string[] {
  const places = new Map<string, number>();
  for (const path of nodePaths(paths)) places.set(segmentOf(path), (places.get(segmentOf(path)) ?? 0) + 1);
  return [...places].flatMap(([segment, count]) => (count > 1 ? [segment] : []));
}

/**
 * The tree of categories that have public posts. A segment that occurs once in the tree has as many posts as its list;
 * those of the others are added up from the posts of each category.
 */
export function categoryTree(
  paths: readonly string[],
  ofSegment: ReadonlyMap<string, number>,
  ofCategory: ReadonlyMap<string, number>,
): TopicNode[] {
  const ambiguous = new Set(ambiguousSegments(paths));
  const count = (path: string): number => {
    const segment = segmentOf(path);
    if (!ambiguous.has(segment)) return ofSegment.get(segment) ?? 0;
    let sum = 0;
    for (const [category, posts] of ofCategory)
      if (category === path || category.startsWith(`${path}.`)) sum += posts;
    return sum;
  };
  const nodes = new Map<string, TopicNode>();
  const roots: TopicNode[] = [];
  // Parents come first, because a prefix sorts before the longer path.
  for (const path of nodePaths(paths)) {
    const node: TopicNode = { path, segment: segmentOf(path), count: count(path), children: [] };
    if (node.count === 0) continue;
    nodes.set(path, node);
    const parent = nodes.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
    (parent?.children ?? roots).push(node);
  }
  for (const { children } of [{ children: roots }, ...nodes.values()])
    children.sort((a, b) => (segmentTitle(a.segment) < segmentTitle(b.segment) ? -1 : 1));
  return roots;
}

/** Every path and the paths above it, also those that are no category themselves. */
function nodePaths(paths: readonly string[]): string[] {
  const nodes = new Set<string>();
  for (const path of paths) {
    const parts = path.split('.');
    for (let depth = 1; depth <= parts.length; depth++) nodes.add(parts.slice(0, depth).join('.'));
  }
  return [...nodes].sort();
}

const segmentOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
