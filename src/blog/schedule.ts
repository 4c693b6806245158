import { dueIds } from '../store/posts.ts';
import { type Blog, itself, nowIso } from './blog.ts';
import { publishScheduled } from './posts.ts';

/** Publishes the posts whose time has come. Each is looked at again under its lock, so many processes publish it once. */
export async function publishDue(blog: Blog): Promise<void> {
  for (const id of await dueIds(blog.db, nowIso(blog)))
    await publishScheduled({ ...blog, actor: itself }, id);
}
