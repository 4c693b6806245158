import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { actorUrl, deliver, newActivityId } from './deliver.ts';
import { actorById, removeFollower } from './store/fediverse.ts';
import { removeEffect } from './store/inbox.ts';

/** The owner blocks a follower: they get no further posts, and their server is notified. False when they did not follow the blog. */
export async function rejectFollower(blog: Blog, tx: Db, person: string): Promise<boolean> {
  const follower = await actorById(tx, person);
  if (!follower?.date_followed) return false;
  await removeFollower(tx, person, nowIso(blog));
  // They may follow again after they are unblocked, with the same activity.
  await removeEffect(tx, person, 'follow');
  const object = { id: follower.follow_id, type: 'Follow', actor: person, object: actorUrl(blog) };
  const reject = { id: newActivityId(blog), type: 'Reject', to: [person], object };
  await deliver(blog, tx, reject, { inboxes: [follower.inbox] });
  return true;
}
