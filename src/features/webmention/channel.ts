import { createHash } from 'node:crypto';
import type { OpenChannel } from '../../core/posts/channels/channel.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { commentUrl } from '../../platform/http/api/page-number.ts';
import { urls } from '../../platform/http/urls.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { outgoingLinks } from './reading/outgoing-links.ts';
import * as store from './store/sent-mentions.ts';
import { countWaiting } from './store/waiting-rows.ts';

export const sendKind = 'webmention-send';

/** How many pages a post tells of its links to them. */
export const mostTargets = 100;
/** Of all posts, at a time. */
const mostWaiting = 10_000;
/** By then every process of the server has evicted what it cached of the post. */
const settleMs = 2_000;
/** One target is told at most so often, however often the author saves. */
const gapMs = 30_000;

/** What links, as it is now. */
type State = { source: string; fingerprint: string; targets: readonly string[]; isNews: boolean };

/** Tells the pages that a post or an answer links to, and those that it no longer links to. */
export const webmentionChannel: OpenChannel = {
  async post(blog, id, found, context) {
    const state = found && {
      source: blog.siteUrl() + urls.post(found.post.post_title_web),
      fingerprint: fingerprint(found.post.post_title, found.post.post_content, found.post.language),
      targets: outgoingLinks(found.post.shown_html ?? found.post.post_content, blog.siteUrl()),
      isNews: found.isNews,
    };
    await update(blog, context, async (tx) => {
      const all = await store.mentionsFrom(tx, { postId: id });
      // The answers on a page that is gone are gone as well.
      const known = state ? all.filter(({ comment_id }) => comment_id === 0) : all;
      return compare(blog, tx, { post_id: id, comment_id: 0 }, known, state);
    });
  },

  async answer(blog, id, found, context) {
    if (found && found.parent.source !== 'webmention') return;
    const state = found && {
      source: commentUrl(blog.siteUrl() + urls.post(found.post.post_title_web), id),
      fingerprint: fingerprint(found.comment.comment_text),
      targets: [found.parent.origin_url ?? found.parent.origin_id],
      isNews: true,
    };
    await update(blog, context, async (tx) => {
      const known = await store.mentionsFrom(tx, { commentId: id });
      return compare(blog, tx, { post_id: found?.post.id ?? 0, comment_id: id }, known, state);
    });
  },
};

async function update(
  blog: Blog,
  context: JobContext,
  work: (tx: Db) => Promise<string | null>,
): Promise<void> {
  const nextRun = await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    const first = await work(tx);
    if (first !== null) await wakeJob(blog, tx, sendKind, new Date(first));
    return first;
  });
  if (nextRun !== null) startJobs(blog);
}

/** Stores what has to be sent; returns when the first of it is due. */
async function compare(
  blog: Blog,
  tx: Db,
  from: Pick<store.SentMention, 'post_id' | 'comment_id'>,
  known: readonly store.SentMention[],
  state: State | null,
): Promise<string | null> {
  const now = blog.now().getTime();
  const date_changed = nowIso(blog);
  const linked = new Set(state?.targets);
  const due: string[] = [];
  for (const row of known) {
    const wanted = linked.has(row.target) ? 1 : 0;
    if (wanted === row.wanted && (wanted === 0 || row.fingerprint === state?.fingerprint)) continue;
    if (wanted === 0 && row.endpoint === null) {
      await store.deleteMention(tx, row.id);
      continue;
    }
    const free = row.date_sent === null ? 0 : Date.parse(row.date_sent) + gapMs;
    const next_run = new Date(Math.max(now + settleMs, free)).toISOString();
    // Receivers know the mention by its first source, which leads to the present one.
    const source = state && !row.source.startsWith(`${blog.siteUrl()}/`) ? state.source : row.source;
    const changed = state?.fingerprint ?? row.fingerprint;
    await store.resendMention(tx, row.id, { source, fingerprint: changed, wanted, next_run, date_changed });
    due.push(next_run);
  }
  due.push(...(state ? await addNew(blog, tx, from, known, state) : []));
  return due.sort()[0] ?? null;
}

async function addNew(
  blog: Blog,
  tx: Db,
  from: Pick<store.SentMention, 'post_id' | 'comment_id'>,
  known: readonly store.SentMention[],
  { source, fingerprint, targets, isNews }: State,
): Promise<string[]> {
  // An old post of which no page was ever told stays unsent, as after an import.
  if (!isNews && known.length === 0) return [];
  const before = new Set(known.map(({ target }) => target));
  const places = mostTargets - targets.filter((target) => before.has(target)).length;
  const added = targets.filter((target) => !before.has(target)).slice(0, Math.max(0, places));
  if (added.length === 0) return [];
  // The announcement stays, and is tried again.
  if ((await countWaiting(tx, 'sent_mentions')) >= mostWaiting)
    throw new Error('Too many webmentions are waiting.');
  const next_run = new Date(blog.now().getTime() + settleMs).toISOString();
  const date_changed = nowIso(blog);
  await store.insertMentions(
    tx,
    added.map((target) => ({ ...from, source, target, fingerprint, next_run, date_changed })),
  );
  return [next_run];
}

const fingerprint = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
