import { inBatches } from '../../db/in-batches.ts';
import { dueIds } from '../../store/posts.ts';
import { type Blog, itself, nowIso } from '../blog.ts';
import { publishScheduled } from './write-posts.ts';

/** Publishes posts that are due. Each is checked again under its lock, so that several processes publish it once. */
export async function publishDue(blog: Blog): Promise<void> {
  const due = await dueIds(blog.db, nowIso(blog));
  await inBatches(0, 1, async (at) => {
    const id = due[at];
    if (id === undefined) return null;
    await publishScheduled({ ...blog, actor: itself }, id);
    return at + 1;
  });
}
