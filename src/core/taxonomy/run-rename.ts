import { setTimeout as wait } from 'node:timers/promises';
import { type Blog, itself } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type JobContext, JobFailure, type RunJob } from '../../platform/jobs/job.ts';
import { changePosts } from '../posts/change-posts.ts';
import { relistCategories } from '../posts/lists/store/listings.ts';
import * as categories from '../posts/terms/store/categories.ts';
import { inTree, noted, plannedMoves, retitle } from './change-tree.ts';
import { movePaths, payloadOf, progressOf, type RenameProgress, renamedWhat } from './rename-category.ts';

/** Other processes wait for a transaction on SQLite: some milliseconds. */
const postsAtOnce = 100;

/**
 * Renames a category with very many posts. First each post enters the lists of the new path, which readers do not see yet;
 * then one transaction changes the paths; then each post leaves the lists of the old path, which readers do not see any more.
 * Posts that are saved meanwhile are in the lists of both paths (`moving_to`). Every step may be repeated, so it does not
 * matter when the job was interrupted.
 */
export const runRename: RunJob = async (blog, { payload, progress }, context) => {
  const { category: id, to, username } = payloadOf(payload);
  const before = progressOf(progress);
  const acting = { ...blog, actor: { ...itself, username } };
  const category = await categories.categoryById(blog.db, id);
  if (!category) return undefined;
  let problem: string | null = null;
  if (category.category_path !== to) {
    await relistPosts(acting, 'adding', category.category_path, before, context);
    for (;;) {
      const outcome = await move(acting, payloadOf(payload), context);
      problem = outcome.problem;
      if (!outcome.again) break;
      await relistPosts(acting, 'adding', category.category_path, null, context);
    }
  }
  const path = problem === null ? to : category.category_path;
  await relistPosts(acting, 'removing', path, before, context);
  if (problem !== null) throw new JobFailure(problem);
  return undefined;
};

type Move = { problem: string | null; again: boolean };

/** Changes the paths, if they are still free. `again`: an import has added a category whose posts have to be listed first. */
async function move(
  blog: Blog,
  { from, to, title }: ReturnType<typeof payloadOf>,
  context: JobContext,
): Promise<Move> {
  try {
    return await inTree<Move>(blog, async (tx) => {
      await context.fence(tx.db);
      const moves = await plannedMoves(tx.db, from, to);
      const known = await categories.movingTo(
        tx.db,
        moves.map((one) => one.id),
      );
      const added = moves.filter((one) => known.get(one.id) !== one.to);
      if (added.length > 0) {
        for (const one of added) await categories.setMovingTo(tx, one.id, one.to);
        return { result: { problem: null, again: true }, activity: [] };
      }
      await movePaths(blog, tx, moves);
      if (title !== undefined) await retitle(tx, to, title);
      return noted({ problem: null, again: false }, renamedWhat(from, to));
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await inTree(blog, async (tx) => {
      await context.fence(tx.db);
      for (const one of await categories.categoryTree(tx.db, from))
        await categories.setMovingTo(tx, one.id, null);
      return { result: undefined, activity: [] };
    });
    return { problem: error.message, again: false };
  }
}

/** Brings the lists of all posts below a path up to date, after those that an interrupted run has dealt with. */
async function relistPosts(
  blog: Blog,
  stage: RenameProgress['stage'],
  path: string,
  before: RenameProgress | null,
  { fence, progress, signal }: JobContext,
): Promise<void> {
  const tree = await categories.categoryTree(blog.db, path);
  const ids = await categories.postsIn(
    blog.db,
    tree.map(({ id }) => id),
  );
  const last = before?.stage === stage ? before.last : 0;
  for (let done = ids.filter((id) => id <= last).length; done < ids.length; ) {
    const began = performance.now();
    const batch = ids.slice(done, done + postsAtOnce);
    await changePosts(blog, async (tx) => {
      await fence(tx.db);
      await relistCategories(tx, batch);
      return { result: undefined, activity: [] };
    });
    done += batch.length;
    progress({ stage, last: batch.at(-1) ?? 0, done, total: ids.length } satisfies RenameProgress);
    signal.throwIfAborted();
    // Half of the time is for the other writers of the database.
    await wait(performance.now() - began);
  }
}
