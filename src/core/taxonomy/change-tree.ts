import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { lockName } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { hasUnfinishedJob } from '../../platform/jobs/store.ts';
import { noSuchCategory as noSuch } from '../../platform/messages/owner.ts';
import type { Message } from '../../platform/messages/translate.ts';
import { type ChangeResult, changePosts } from '../posts/change-posts.ts';
import { displayTerm } from '../posts/terms/api/terms.ts';
import { categoryPathProblem } from '../posts/terms/rules/categories.ts';
import * as categories from '../posts/terms/store/categories.ts';
import { segments, segmentTitle, segmentTitles, storedTitles } from '../site/category-paths.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import * as messages from './messages.ts';

export const renameJob = 'rename-category';

export const noSuchCategory = () => new Problem('not_found', noSuch);
export const alreadyExists = (path: string) => new Problem('conflict', messages.categoryExists(path));

export function checkedPath(path: string): string {
  const problem = categoryPathProblem(path);
  if (problem) throw new Problem('invalid', problem);
  return path;
}

/** Serializes changes of the category tree, and of the categories of posts. */
export const inTree = <Result>(
  blog: Blog,
  work: (tx: PostTransaction) => Promise<ChangeResult<Result>>,
): Promise<Result> =>
  changePosts(blog, async (tx) => {
    await lockName(tx.db, 'categories');
    return work(tx);
  });

/** Changes the tree itself, which has to wait for a rename that runs in the background: it has planned all of its paths. */
export const changeTree = <Result>(
  blog: Blog,
  work: (tx: PostTransaction) => Promise<ChangeResult<Result>>,
): Promise<Result> =>
  inTree(blog, async (tx) => {
    if (await hasUnfinishedJob(tx.db, renameJob))
      throw new Problem('conflict', messages.categoryBeingRenamed);
    return work(tx);
  });

/** The result of a change, with its entry in the activity log. */
export const noted = <Result>(result: Result, what: Message): ChangeResult<Result> => ({
  result,
  activity: [{ kind: 'category', what }],
});

/** Titles of the segments of a path that other categories have, too. */
export function inheritedTitles(all: readonly categories.StoredCategory[], path: string): string[] {
  return segments(path).map((segment, depth, parts) => {
    const above = parts.slice(0, depth + 1).join('.');
    const known = all.find(
      ({ category_path }) => category_path === above || category_path.startsWith(`${above}.`),
    );
    return known ? (segmentTitles(known.category_path, known.titles)[depth] ?? '') : segmentTitle(segment);
  });
}

/** The titles with another one for the last segment of this path. */
export function withTitle(titles: readonly string[], path: string, title: string): string[] {
  const last = segments(path).length - 1;
  return titles.map((old, depth) => (depth === last ? displayTerm(title) : old));
}

/** Sets the title of the last segment of a path, in that category and in those below it. */
export async function retitle(tx: PostTransaction, path: string, title: string): Promise<void> {
  for (const below of await categories.categoryTree(tx.db, path)) {
    const { id, category_path: at } = below;
    const titles = storedTitles(at, withTitle(segmentTitles(at, below.titles), path, title));
    if (titles !== below.titles) await categories.movePath(tx, { id, from: at, to: at, titles });
  }
}

/** What moving a category and those below it changes, parents first. A segment that keeps its name keeps its title. */
export async function plannedMoves(db: Db, old: string, path: string): Promise<categories.CategoryMove[]> {
  if (path.startsWith(`${old}.`)) throw new Problem('conflict', messages.categoryBelowItself);
  const all = await categories.allCategories(db);
  const moving = await categories.categoryTree(db, old);
  const others = all.filter(({ id }) => moving.every((below) => below.id !== id));
  const moves = moving.map(({ id, category_path: from, titles }) => {
    const to = path + from.slice(old.length);
    const had = segmentTitles(from, titles).slice(segments(old).length - 1);
    const isSameSegment = segments(old).at(-1) === segments(path).at(-1);
    const own = had.map((title, index) => (index > 0 || isSameSegment ? title : ''));
    const above = inheritedTitles(others, segments(path).slice(0, -1).join('.'));
    return { id, from, to, titles: storedTitles(to, [...above, ...own]) };
  });
  for (const move of moves) {
    checkedPath(move.to);
    const existing = others.find(({ category_path }) => category_path === move.to);
    if (existing) throw alreadyExists(move.to);
  }
  return moves;
}
