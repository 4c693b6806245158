import { createHash } from 'node:crypto';
import type { OpenChannel } from '../../core/posts/channels/channel.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { commentUrl } from '../../platform/http/api/page-number.ts';
import { urls } from '../../platform/http/urls.ts';
import { startJobs } from '../../platform/jobs/add-job.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { enqueue, type NewDelivery } from '../../platform/jobs/outbox/outbox.ts';
import { deleteDelivery } from '../../platform/jobs/outbox/store.ts';
import { outgoingLinks } from './reading/outgoing-links.ts';
import * as store from './store/sent-mentions.ts';

/** How many pages a post tells of its links to them. */
const maxTargets = 100;
/** By then every process of the server has evicted what it cached of the post. */
const evictionMs = 2_000;
/** One target is notified at most so often, however often the author saves. */
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
  work: (tx: Db) => Promise<NewDelivery[]>,
): Promise<void> {
  await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
    await enqueue(blog, tx, store.sendKind, await work(tx));
  });
  startJobs(blog);
}

/** Stores what changed; returns what has to be sent. */
async function compare(
  blog: Blog,
  tx: Db,
  from: Pick<store.SentMention, 'post_id' | 'comment_id'>,
  known: readonly store.SentMention[],
  state: State | null,
): Promise<NewDelivery[]> {
  const date_changed = nowIso(blog);
  const linked = new Set(state?.targets);
  const deliveries: NewDelivery[] = [];
  for (const row of known) {
    const wanted = linked.has(row.target) ? 1 : 0;
    if (wanted === row.wanted && (wanted === 0 || row.fingerprint === state?.fingerprint)) continue;
    if (wanted === 0 && row.endpoint === null) {
      await store.deleteMention(tx, row.id);
      await deleteDelivery(tx, store.sendKind, String(row.id));
      continue;
    }
    // Receivers know the mention by its first source, which leads to the present one.
    const source = state && !row.source.startsWith(`${blog.siteUrl()}/`) ? state.source : row.source;
    const changed = state?.fingerprint ?? row.fingerprint;
    await store.resendMention(tx, row.id, { source, fingerprint: changed, wanted, date_changed });
    deliveries.push(deliveryOf(blog, row));
  }
  return state ? [...deliveries, ...(await addNew(blog, tx, from, known, state))] : deliveries;
}

function deliveryOf(
  blog: Blog,
  { id, target, date_sent }: Pick<store.SentMention, 'id' | 'target'> & { date_sent?: string | null },
): NewDelivery {
  const free = date_sent ? Date.parse(date_sent) + gapMs : 0;
  const due = new Date(Math.max(blog.now().getTime() + evictionMs, free));
  return { key: String(id), host: new URL(target).host, due };
}

async function addNew(
  blog: Blog,
  tx: Db,
  from: Pick<store.SentMention, 'post_id' | 'comment_id'>,
  known: readonly store.SentMention[],
  { source, fingerprint, targets, isNews }: State,
): Promise<NewDelivery[]> {
  // An old post of which no page was ever notified stays unsent, as after an import.
  if (!isNews && known.length === 0) return [];
  const before = new Set(known.map(({ target }) => target));
  const places = maxTargets - targets.filter((target) => before.has(target)).length;
  const added = targets.filter((target) => !before.has(target)).slice(0, Math.max(0, places));
  if (added.length === 0) return [];
  const date_changed = nowIso(blog);
  const rows = await store.insertMentions(
    tx,
    added.map((target) => ({ ...from, source, target, fingerprint, date_changed })),
  );
  return rows.map((row) => deliveryOf(blog, row));
}

const fingerprint = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
