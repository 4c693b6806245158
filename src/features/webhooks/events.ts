import { createHash, randomUUID } from 'node:crypto';
import { commentsById } from '../../core/posts/store/comment-rows.ts';
import { postById } from '../../core/posts/store/posts.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { commentUrl } from '../../platform/http/api/page-number.ts';
import { urls } from '../../platform/http/urls.ts';
import { wakeJob } from '../../platform/jobs/add-job.ts';
import * as store from './store.ts';

export const webhookJob = 'webhooks';
type Event = { type: string; data: object };

/** Stores the calls in the transaction of the change. Returns whether there are any. */
export async function postsChanged(blog: Blog, tx: PostTransaction): Promise<boolean> {
  const webhooks = await store.webhookIds(tx.db);
  if (webhooks.length === 0) return false;
  const events = [...(await eventsOfPosts(blog, tx)), ...(await eventsOfComments(blog, tx))];
  if (events.length === 0) return false;
  await queueCalls(blog, tx.db, webhooks, events);
  return true;
}

async function queueCalls(blog: Blog, tx: Db, webhooks: readonly number[], events: readonly Event[]) {
  const now = nowIso(blog);
  const calls = events.flatMap(({ type, data }) => {
    const payload = JSON.stringify({ type, timestamp: now, data });
    return webhooks.map((webhook_id) => ({
      webhook_id,
      message_id: `msg_${randomUUID()}`,
      type,
      payload,
      next_run: now,
      date_added: now,
    }));
  });
  await store.insertCalls(tx, calls);
  await wakeJob(blog, tx, webhookJob);
}

/** Of many posts at once, as a category that is renamed has them, only these are told. */
const maxPosts = 100;

async function eventsOfPosts(blog: Blog, { db, posts }: PostTransaction): Promise<Event[]> {
  const ids = [...posts]
    .filter(([, consequences]) =>
      (['revision', 'link', 'lists', 'search'] as const).some((one) => consequences.has(one)),
    )
    .map(([id]) => id)
    .slice(0, maxPosts);
  if (ids.length === 0) return [];
  const known = new Map(
    (await store.knownPosts(db, ids)).map(({ post_id, fingerprint }) => [post_id, fingerprint]),
  );
  const events: Event[] = [];
  for (const id of ids) {
    const post = await postById(db, id, 'first');
    const before = known.get(id);
    if (post?.active !== 1) {
      if (before === undefined) continue;
      await store.rememberPost(db, id, null);
      events.push({ type: 'post.removed', data: { id } });
      continue;
    }
    const url = blog.siteUrl() + urls.post(post.post_title_web);
    const { kind, post_title: title, description, post_date: published, update_date: updated } = post;
    const data = { id, kind, url, title, description, published, updated, language: post.language };
    const fingerprint = createHash('sha256')
      .update(
        JSON.stringify([
          data,
          post.post_content,
          post.tags.map(({ tag_name }) => tag_name),
          post.category_id,
        ]),
      )
      .digest('base64url');
    if (before === fingerprint) continue;
    await store.rememberPost(db, id, fingerprint);
    events.push({ type: before === undefined ? 'post.published' : 'post.changed', data });
  }
  return events;
}

async function eventsOfComments(blog: Blog, { db, visibleComments }: PostTransaction): Promise<Event[]> {
  const ids = [...visibleComments].flatMap(([id, { waited }]) => (waited ? [id] : []));
  if (ids.length === 0) return [];
  const events: Event[] = [];
  for (const { id, post_id, user_name, comment_text, date_added } of await commentsById(db, ids)) {
    const post = await postById(db, post_id, 'first');
    if (post?.active !== 1) continue;
    const url = commentUrl(blog.siteUrl() + urls.post(post.post_title_web), id);
    const data = { id, post_id, url, author: user_name, text: comment_text, date: date_added };
    events.push({ type: 'comment.approved', data });
  }
  return events;
}
