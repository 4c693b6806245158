import { noSuchPost } from '../../core/posts/posts.ts';
import { postHead } from '../../core/posts/store/posts.ts';
import type { Blog } from '../../platform/blog.ts';
import type { SentMention } from './api.ts';
import { mentionsFrom } from './store/sent-mentions.ts';

/** The webmentions of a post and of the answers below it, for the owner. */
export async function sentMentions(blog: Blog, postId: number): Promise<SentMention[]> {
  if (!(await postHead(blog.db, postId))) throw noSuchPost();
  const rows = await mentionsFrom(blog.db, { postId });
  return rows.map(({ target, state, wanted, attempts, error, next_run, date_sent }) => ({
    target,
    state,
    is_removal: wanted === 0,
    attempts,
    error,
    next_attempt: next_run,
    date_sent,
  }));
}
