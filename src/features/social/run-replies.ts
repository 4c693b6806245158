import { hash } from 'node:crypto';
import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import { itemFailed } from '../../platform/messages/operator.ts';
import { receiveComment, receiveReaction, removeReaction, removeReceived } from '../conversation/received.ts';
import { nextLook, watchedMs } from './look-times.ts';
import { Gone, NetworkFailure, RateLimited } from './networks/failure.ts';
import type { Person, Reply, Target, Thread } from './networks/network.ts';
import { type Talking, talkingNetworks } from './networks.ts';
import { isAnswering } from './store/answers.ts';
import * as replies from './store/replies.ts';
import * as shares from './store/shares.ts';

/** Of one look; the others are asked for in the next. */
const maxChecks = 20;
/** Without a time of the network's own. */
const restMs = 15 * 60_000;

type Watched = shares.WatchedShare & { status_id: string };

/** Looks for replies and likes of shared posts, as often as their age says. */
export const runReplies: RunJob = async (blog, _job, context) => {
  const networks = talkingNetworks(blog);
  const names = networks.map(({ name }) => name);
  if (networks.length === 0 || !(await readSite(blog)).social_replies) return undefined;
  const since = new Date(blog.now().getTime() - watchedMs).toISOString();
  await shares.watchShares(blog.db, names, since, nowIso(blog));
  for (;;) {
    context.signal.throwIfAborted();
    const share = await shares.nextWatched(blog.db, nowIso(blog), names);
    if (!share) break;
    const network = networks.find(({ name }) => name === share.network);
    if (network) await look(blog, network, share, context);
    context.progress(null);
  }
  const next = await shares.nextLookOf(blog.db, names);
  return next === null ? undefined : { again: new Date(next) };
};

async function look(
  blog: Blog,
  network: Talking,
  share: shares.WatchedShare,
  context: JobContext,
): Promise<void> {
  const { conversation, name } = network;
  const status_id = share.status_id ?? conversation.idOf(share.url);
  const seen = (
    next_look: string | null,
    failures: number,
    change: { status_id?: string; cid?: string | null } = {},
  ) => shares.recordPoll(blog.db, share, { last_look: nowIso(blog), next_look, failures, ...change });
  if (status_id === null) return seen(null, 0);
  try {
    const thread = await conversation.read(status_id, context.signal);
    await receiveThread(blog, network, { ...share, status_id }, thread, context);
    await seen(nextLook(share.date, blog.now(), 0), 0, { status_id, cid: thread.root.cid ?? share.cid });
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Gone) return seen(null, 0);
    if (error instanceof RateLimited) {
      const until = error.until ?? blog.now().getTime() + restMs;
      return shares.postponeLooks(blog.db, name, new Date(until).toISOString());
    }
    // One share that always fails must not keep the others back.
    if (!(error instanceof NetworkFailure))
      blog.report(itemFailed, { post: share.post_id, network: name, error: String(error) });
    const failures = share.failures + 1;
    await seen(nextLook(share.date, blog.now(), failures), failures);
  }
}

async function receiveThread(
  blog: Blog,
  network: Talking,
  share: Watched,
  thread: Thread,
  context: JobContext,
): Promise<void> {
  const known = new Map(
    (await replies.repliesOf(blog.db, key(share))).map((reply) => [reply.origin_id, reply]),
  );
  // The id of an answer that is being posted is not known yet: it would be taken for a comment.
  const isPosting = await isAnswering(blog.db, network.name);
  for (const reply of thread.replies) {
    context.signal.throwIfAborted();
    if (reply.isOwn && isPosting) continue;
    await receiveReply(blog, network, share, reply, known.get(reply.originId)?.hash);
  }
  await receiveReactions(blog, network, share, thread, context);
  const present = new Set(thread.replies.map(({ originId }) => originId));
  const missing = [...known.values()].filter(({ origin_id }) => !present.has(origin_id));
  await removeDeleted(blog, network, missing, context);
}

const key = ({ post_id, network, status_id }: Watched) => ({ post_id, network, status_id });

async function receiveReply(
  blog: Blog,
  { conversation: { source } }: Talking,
  share: Watched,
  { originId, parentOriginId, url, person, name, authorUrl, text, date, target }: Reply,
  knownHash: string | undefined,
): Promise<void> {
  const seen = hash('sha256', JSON.stringify([text, name, authorUrl, url])).slice(0, 16);
  if (seen === knownHash) return;
  await receiveComment(blog, {
    postId: share.post_id,
    source,
    originId,
    originUrl: url,
    parentOriginId,
    person,
    authorName: name,
    authorUrl,
    text,
    date,
  });
  await replies.putReply(blog.db, {
    ...key(share),
    origin_id: originId,
    target: JSON.stringify(target satisfies Target),
    hash: seen,
  });
}

async function receiveReactions(
  blog: Blog,
  { conversation: { source } }: Talking,
  share: Watched,
  { root, likes, reposts }: Thread,
  context: JobContext,
): Promise<void> {
  for (const [kind, { people, isComplete }] of [
    ['like', likes],
    ['repost', reposts],
  ] as const) {
    const start = `${root.originId}#${kind}-`;
    const known = new Set(await replies.reactionsTo(blog.db, share.post_id, source, start));
    const idOf = ({ person }: Person) => start + person;
    for (const one of people.filter((person) => !known.has(idOf(person)))) {
      context.signal.throwIfAborted();
      const { person, name, authorUrl, date } = one;
      const author = { person, authorName: name, authorUrl, date };
      await receiveReaction(blog, { postId: share.post_id, kind, source, originId: idOf(one), ...author });
    }
    // Only if the whole list was read, and is as long as the network says.
    const present = new Set(people.map(idOf));
    if (isComplete) for (const id of known) if (!present.has(id)) await removeReaction(blog, id);
  }
}

/** A reply that is missing in the thread is only removed if the network says that there is no such post. */
async function removeDeleted(
  blog: Blog,
  { conversation }: Talking,
  missing: readonly replies.StoredReply[],
  { signal }: JobContext,
): Promise<void> {
  for (const { origin_id, target } of missing.slice(0, maxChecks)) {
    signal.throwIfAborted();
    if (await conversation.exists((JSON.parse(target) as Target).id, signal)) continue;
    await removeReceived(blog, origin_id);
    await replies.deleteReply(blog.db, origin_id);
  }
}
