import { z } from 'zod';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { urls } from '../../platform/http/urls.ts';
import { addJob, startJobs } from '../../platform/jobs/add-job.ts';
import { jobsOfKind, type StoredJob } from '../../platform/jobs/store.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import { relistCategories } from '../posts/lists/store/listings.ts';
import { presentCategory } from '../posts/present.ts';
import { countListed } from '../posts/store/posts.ts';
import type { CategoryRename, RenamedCategory } from '../posts/terms/api/categories.ts';
import * as categories from '../posts/terms/store/categories.ts';
import { addRedirects } from '../redirects/redirects.ts';
import { deleteListRedirect } from '../redirects/store/redirects.ts';
import { titled } from '../site/activity.ts';
import { segments } from '../site/category-paths.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import {
  changeTree,
  checkedPath,
  noSuchCategory,
  noted,
  plannedMoves,
  renameJob,
  retitle,
} from './change-tree.ts';

/** Categories with more posts are renamed by a job: writing their lists would delay other requests. */
const postsAtOnce = 200;

const payload = z.object({
  category: z.int(),
  from: z.string(),
  to: z.string(),
  title: z.string().optional(),
  /** Who renames it, for the activity log. */
  username: z.string().nullable(),
});
const progress = z.object({
  stage: z.enum(['adding', 'removing']),
  /** The id of the last post that this stage has dealt with. */
  last: z.int(),
  done: z.int(),
  total: z.int(),
});
export type RenameProgress = z.infer<typeof progress>;

export const payloadOf = (stored: unknown) => payload.parse(stored);
export const progressOf = (stored: unknown): RenameProgress | null => progress.safeParse(stored).data ?? null;

/**
 * Changes path, title and description of a category, and with the path the paths below it. With very many posts a job changes the path
 * (`run-rename.ts`), and the result tells of it.
 */
export async function renameCategory(
  blog: Blog,
  id: number,
  rawPath: string,
  title?: string,
  description?: string,
): Promise<RenamedCategory> {
  const path = checkedPath(rawPath);
  const { isLater, ...category } = await changeTree(blog, async (tx) => {
    const category = await categories.categoryById(tx.db, id);
    if (!category) throw noSuchCategory();
    const old = category.category_path;
    if (description !== undefined && description !== category.description)
      await categories.setDescription(tx, category, description);
    if (path !== old) {
      const moves = await plannedMoves(tx.db, old, path);
      const ids = moves.map((move) => move.id);
      if (await categories.haveMorePosts(tx.db, ids, postsAtOnce)) {
        for (const move of moves) await categories.setMovingTo(tx, move.id, move.to);
        const username = blog.actor?.username ?? null;
        await addJob(blog, tx.db, renameJob, { category: id, from: old, to: path, title, username });
        const what = message('Started to rename the category "{from}" to "{to}"', {
          from: titled(old),
          to: titled(path),
        });
        return noted({ ...presentCategory(category), isLater: true }, what);
      }
      await movePaths(blog, tx, moves);
      const posts = await categories.postsIn(tx.db, ids);
      if (posts.length > 0) await relistCategories(tx, posts);
    }
    if (title !== undefined) await retitle(tx, path, title);
    const renamed = (await categories.categoryById(tx.db, id)) ?? category;
    const result = { ...presentCategory(renamed), isLater: false };
    if (path !== old) return noted(result, renamedWhat(old, path));
    if (renamed.description !== category.description)
      return noted(
        result,
        message('Changed the description of the category "{path}"', { path: titled(path) }),
      );
    return renamed.titles === category.titles
      ? { result, activity: [] }
      : noted(
          result,
          message('Changed the title of the category "{path}" to "{title}"', {
            path: titled(path),
            title: titled(result.title),
          }),
        );
  });
  if (!isLater) return category;
  startJobs(blog);
  const renaming = await currentRename(blog);
  return renaming ? { ...category, renaming } : category;
}

export const renamedWhat = (from: string, to: string): Message =>
  message('Renamed the category "{from}" to "{to}"', { from: titled(from), to: titled(to) });

/** Gives the categories their new paths. The URL of the list of the first one leads to its new URL from now on. */
export async function movePaths(
  blog: Blog,
  tx: PostTransaction,
  moves: readonly categories.CategoryMove[],
): Promise<void> {
  for (const move of moves) await categories.movePath(tx, move);
  const [first] = moves;
  const name = first && segments(first.from).at(-1);
  if (!name || (await categories.segmentExists(tx.db, name))) return;
  if ((await countListed(tx.db, [{ kind: 'category', name }])) === 0) return;
  const from = urls.category(name);
  await deleteListRedirect(tx.db, from);
  await addRedirects(tx.db, [{ from, to: { category: first.id } }], { importId: null, now: nowIso(blog) });
}

const shownMs = 7 * 24 * 60 * 60 * 1000;

/** The rename that waits, runs, or has failed since no other one has begun; null when there is none. */
export async function currentRename(blog: Blog): Promise<CategoryRename | null> {
  const [job] = await jobsOfKind(blog.db, renameJob, 1);
  if (!job || job.outcome === 'done' || job.outcome === 'canceled') return null;
  const finished = Date.parse(job.date_finished ?? '');
  if (finished < blog.now().getTime() - shownMs) return null;
  return presentRename(job);
}

function presentRename(job: StoredJob): CategoryRename {
  const { category, from, to } = payloadOf(job.payload);
  const known = progressOf(job.progress);
  const { stage, done, total } = known ?? { stage: 'adding' as const, done: 0, total: 0 };
  return {
    category_id: category,
    from_path: from,
    to_path: to,
    state: job.outcome === 'failed' ? 'failed' : known ? 'running' : 'waiting',
    stage,
    done,
    total,
    percent: total === 0 ? 0 : Math.floor(((stage === 'adding' ? done : total + done) * 100) / (2 * total)),
    message: job.outcome === 'failed' ? (job.error ?? '') : '',
  };
}
