import type { Db } from '../../platform/db/open.ts';
import type { Discussion } from '../posts/api/comment.ts';
import { pagesOf, threadsOf } from './rules/threads.ts';
import { commentOutlines, commentsVersion } from './store/comment-pages.ts';

/** How many comments the discussions of a process may have together; each takes about 100 bytes. */
const commentsKept = 100_000;

type Kept = { version: number; size: number; discussion: Discussion };

/** The discussions of each database, the one that was used last at the end. */
const kept = new WeakMap<Db, Map<number, Kept>>();

/**
 * The threads of a long discussion. Reading all of them takes longer than rendering one page, so a process keeps them until
 * their version in the database changes.
 */
export async function readDiscussion(db: Db, postId: number): Promise<Discussion> {
  const discussions = kept.get(db) ?? new Map<number, Kept>();
  kept.set(db, discussions);
  // Before the comments: a change in between is noticed the next time.
  const version = await commentsVersion(db, postId);
  const known = discussions.get(postId);
  discussions.delete(postId);
  if (known?.version === version) {
    discussions.set(postId, known);
    return known.discussion;
  }
  const { comments, mentions } = await commentOutlines(db, postId);
  const discussion = { comments: comments.length, pages: pagesOf(threadsOf(comments)), mentions };
  discussions.set(postId, { version, size: comments.length + mentions.length, discussion });
  limit(discussions);
  return discussion;
}

function limit(discussions: Map<number, Kept>): void {
  let size = 0;
  for (const one of discussions.values()) size += one.size;
  for (const [postId, one] of discussions) {
    if (size <= commentsKept) return;
    discussions.delete(postId);
    size -= one.size;
  }
}
