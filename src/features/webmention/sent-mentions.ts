import { noSuchPost } from '../../core/posts/posts.ts';
import { postHead } from '../../core/posts/store/posts.ts';
import type { Blog } from '../../platform/blog.ts';
import { deliveriesByKey } from '../../platform/jobs/outbox/store.ts';
import type { SentMention } from './api.ts';
import { mentionsFrom, sendKind } from './store/sent-mentions.ts';

/** The webmentions of a post and of the answers below it, for the owner. */
export async function sentMentions(blog: Blog, postId: number): Promise<SentMention[]> {
  if (!(await postHead(blog.db, postId))) throw noSuchPost();
  const rows = await mentionsFrom(blog.db, { postId });
  const keys = rows.map(({ id }) => String(id));
  const waiting = new Map(
    (await deliveriesByKey(blog.db, sendKind, keys)).map((delivery) => [delivery.key, delivery]),
  );
  return rows.map((row) => {
    const delivery = waiting.get(String(row.id));
    const { attempts, error } = delivery ?? row;
    const { target, state, wanted, date_sent } = row;
    const next_attempt = delivery?.next_run ?? null;
    return { target, state, is_removal: wanted === 0, attempts, error, next_attempt, date_sent };
  });
}
