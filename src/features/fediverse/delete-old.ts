import type { Blog } from '../../platform/blog.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import * as inbox from './store/inbox.ts';

const day = 24 * 60 * 60 * 1000;
const receivedDays = 7;
const senderDays = 180;

/** Deletes what other servers sent long ago, also after the owner has left the fediverse. */
export async function deleteOldActivities(blog: Blog): Promise<void> {
  const before = (days: number) => new Date(blog.now().getTime() - days * day).toISOString();
  await inbox.deleteOldRequests(blog.db, before(receivedDays));
  await deleteInBatches((size) => inbox.deleteOldReceived(blog.db, before(receivedDays), size));
  await deleteInBatches((size) => inbox.deleteOldSenders(blog.db, before(senderDays), size));
}
