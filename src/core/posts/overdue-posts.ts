import type { FailingWork } from '../../platform/blog.ts';
import { publishingFailed, publishingWork } from '../../platform/messages/owner.ts';
import { overdueTitles } from './store/posts.ts';

/** A post is published within seconds, unless the server was down. */
const overdueMs = 5 * 60_000;
const maxPosts = 5;

/** Scheduled posts that cannot be published. */
export const overduePosts: FailingWork = async ({ db, now }) => {
  const overdue = await overdueTitles(db, new Date(now().getTime() - overdueMs).toISOString(), maxPosts);
  return overdue.map((title) => ({ work: publishingWork(`"${title}"`), error: publishingFailed }));
};
