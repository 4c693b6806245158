import { createHash, randomUUID } from 'node:crypto';
import { commentsById } from '../../core/posts/store/comment-rows.ts';
import { postById } from '../../core/posts/store/posts.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { commentUrl } from '../../platform/http/api/page-number.ts';
import { urls } from '../../platform/http/urls.ts';
import { enqueue, OutboxFull } from '../../platform/jobs/outbox/outbox.ts';
import * as store from './store.ts';

/** Stores the calls in the transaction of the change. Returns whether there are any. */
export async function postsChanged(blog: Blog, tx: PostTransaction): Promise<boolean> {
  const webhooks = await store.allWebhooks(tx.db);
  if (webhooks.length === 0) return false;
  const timestamp = nowIso(blog);
  const events = await Array.fromAsync(eventsOf(blog, tx));
  const calls = events.flatMap(({ type, data }) => {
    const payload = JSON.stringify({ type, timestamp, data });
    return webhooks.map(({ id }) => ({ key: `msg_${randomUUID()}`, host: String(id), payload }));
  });
  try {
    await enqueue(blog, tx.db, store.callKind, calls);
  } catch (error) {
    // The change itself must not fail.
    if (!(error instanceof OutboxFull)) throw error;
    const failure = { type: events[0]?.type ?? '', error: error.message, date_added: timestamp };
    for (const { id } of webhooks) await store.insertFailure(tx.db, { webhook_id: id, ...failure });
  }
  return calls.length > 0;
}

/** Of many posts at once, as a category that is renamed has them, only these are sent. */
const maxPosts = 100;
const consequences = ['revision', 'link', 'lists', 'search'] as const;

async function* eventsOf(blog: Blog, { db, posts, visibleComments }: PostTransaction) {
  const changed = [...posts].filter(([, what]) => consequences.some((one) => what.has(one)));
  for (const [id] of changed.slice(0, maxPosts)) {
    const before = await store.knownFingerprint(db, id);
    const post = await postById(db, id, 'first');
    if (post?.active !== 1) {
      if (before === undefined) continue;
      await store.rememberPost(db, id, null);
      yield { type: 'post.removed', data: { id } };
      continue;
    }
    const url = blog.siteUrl() + urls.post(post.post_title_web);
    const { kind, post_title: title, description, post_date: published, update_date: updated } = post;
    const data = { id, kind, url, title, description, published, updated, language: post.language };
    const tags = post.tags.map(({ tag_name }) => tag_name);
    const state = JSON.stringify([data, post.post_content, tags, post.category_id]);
    const fingerprint = createHash('sha256').update(state).digest('base64url');
    if (before === fingerprint) continue;
    await store.rememberPost(db, id, fingerprint);
    yield { type: before === undefined ? 'post.published' : 'post.changed', data };
  }
  const approved = [...visibleComments].filter(([, { waited }]) => waited).map(([id]) => id);
  for (const { id, post_id, user_name, comment_text, date_added } of await commentsById(db, approved)) {
    const post = await postById(db, post_id, 'first');
    if (post?.active !== 1) continue;
    const url = commentUrl(blog.siteUrl() + urls.post(post.post_title_web), id);
    const data = { id, post_id, url, author: user_name, text: comment_text, date: date_added };
    yield { type: 'comment.approved', data };
  }
}
