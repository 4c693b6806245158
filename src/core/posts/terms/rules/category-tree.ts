import { segmentTitles } from '../../../site/category-paths.ts';

/** A category and those below it; `count` includes their posts. */
export type TopicNode = {
  path: string;
  segment: string;
  title: string;
  count: number;
  children: TopicNode[];
};

type StoredPath = { category_path: string; titles: string };

/** Paths whose last segment occurs elsewhere in the tree, so that the list of the segment has the posts of all of them. */
export function ambiguousPaths(categories: readonly StoredPath[]): string[] {
  const paths = [...nodeTitles(categories).keys()];
  const places = Map.groupBy(paths, segmentOf);
  return paths.filter((path) => (places.get(segmentOf(path))?.length ?? 0) > 1);
}

/**
 * The tree of categories that have public posts. A segment that occurs once in the tree has as many posts as its list;
 * the number of the others is given for each path.
 */
export function categoryTree(
  categories: readonly StoredPath[],
  ofSegment: ReadonlyMap<string, number>,
  ofPath: ReadonlyMap<string, number>,
): TopicNode[] {
  const ambiguous = new Set(ambiguousPaths(categories));
  const count = (path: string): number =>
    (ambiguous.has(path) ? ofPath.get(path) : ofSegment.get(segmentOf(path))) ?? 0;
  const nodes = new Map<string, TopicNode>();
  const roots: TopicNode[] = [];
  for (const [path, title] of nodeTitles(categories)) {
    const node: TopicNode = { path, segment: segmentOf(path), title, count: count(path), children: [] };
    if (node.count === 0) continue;
    nodes.set(path, node);
    const parent = nodes.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
    (parent?.children ?? roots).push(node);
  }
  for (const { children } of [{ children: roots }, ...nodes.values()])
    children.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return roots;
}

const sortKey = ({ title }: TopicNode): string => title.toLowerCase();

/**
 * Every path and the paths above it, also those that are no category themselves, with their titles. Parents come first,
 * because a prefix sorts before the longer path.
 */
function nodeTitles(categories: readonly StoredPath[]): Map<string, string> {
  const nodes = new Map<string, string>();
  for (const { category_path, titles } of categories) {
    const parts = category_path.split('.');
    const shown = segmentTitles(category_path, titles);
    for (const [depth, title] of shown.entries()) {
      const path = parts.slice(0, depth + 1).join('.');
      if (!nodes.has(path)) nodes.set(path, title);
    }
  }
  return new Map([...nodes].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const segmentOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
