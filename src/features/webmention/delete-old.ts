import type { Blog } from '../../platform/blog.ts';
import { deleteOldPings } from './hub/store.ts';
import { deleteRemoved } from './store/sent-mentions.ts';

const day = 24 * 60 * 60 * 1000;
const pingDays = 7;
const mentionDays = 90;

/** Deletes what was sent to the hub and other pages, also after the owner has switched that off. */
export async function deleteOldNotifications(blog: Blog): Promise<void> {
  const before = (days: number) => new Date(blog.now().getTime() - days * day).toISOString();
  await deleteOldPings(blog.db, before(pingDays));
  await deleteRemoved(blog.db, before(mentionDays));
}
