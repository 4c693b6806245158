import { type Blog, itself, nowIso } from '../../platform/blog.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import type { Db } from '../../platform/db/open.ts';
import { Failures } from '../../platform/jobs/failures.ts';
import { dueIds } from './store/posts.ts';
import { publishScheduled } from './write-posts.ts';

/** How long a post that could not be published is left alone: the job runs every few seconds. */
const pauseMs = 60_000;
/** Until when, by id. */
const paused = new WeakMap<Db, Map<number, number>>();

/** Publishes posts that are due. Each is checked again under its lock, so that several processes publish it once. */
export async function publishDue(blog: Blog): Promise<void> {
  const now = blog.now().getTime();
  const pauses = paused.get(blog.db) ?? new Map<number, number>();
  paused.set(blog.db, pauses);
  for (const [id, until] of pauses) if (until <= now) pauses.delete(id);
  const due = await dueIds(blog.db, nowIso(blog), [...pauses.keys()]);
  const failures = new Failures(blog);
  await inBatches(0, 1, async (at) => {
    const id = due[at];
    if (id === undefined) return null;
    const publish = () => publishScheduled({ ...blog, actor: itself }, id);
    if (!(await failures.catch({ post: id }, publish))) pauses.set(id, now + pauseMs);
    return at + 1;
  });
}
