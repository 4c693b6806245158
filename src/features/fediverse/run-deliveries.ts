import { setTimeout as wait } from 'node:timers/promises';
import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { GroupCommit } from '../../platform/jobs/group-commit.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import { actorUrl } from './deliver.ts';
import { type Outcome, outcomeOf } from './delivery-outcome.ts';
import { type Settled, storeOutcomes } from './settle-deliveries.ts';
import type { Answer, Sender } from './signing/sender.ts';
import { fediverseKeys } from './site-keys.ts';
import {
  activityBody,
  type Delivery,
  type DueHost,
  deliveriesTo,
  dueHosts,
  nextDelivery,
} from './store/deliveries.ts';

/** Hosts that are sent to at the same time; of each host one delivery is on the way. */
const maxHosts = 50;
/** How many deliveries of a host are read at once. */
const batchSize = 20;
/** New deliveries may be due while others are on the way. */
const pollMs = 500;

/**
 * Sends what waits for other servers. A delivery is removed only after its host accepted it, so that a restart loses nothing;
 * one that was interrupted in between is sent again with the same id, by which servers recognize it.
 */
export const runDeliveries: RunJob = async (blog, _job, context) => {
  // They wait until it is switched on again.
  if ((await readSite(blog)).fediverse === 'off') return undefined;
  await sendDeliveries(blog, context, openBlogSender);
  const next = await nextDelivery(blog.db);
  return next === null ? undefined : { again: new Date(next) };
};

/** Until none is due. */
export async function sendDeliveries(
  blog: Blog,
  context: JobContext,
  open: (blog: Blog) => Promise<Sender>,
): Promise<void> {
  const settle = new GroupCommit<Settled>(blog.db, context, (tx, batch) => storeOutcomes(blog, tx, batch));
  const bodies = new Bodies(blog);
  const busy = new Map<string, Promise<void>>();
  let send: Sender | undefined;
  let failure: unknown;

  while (failure === undefined && !context.signal.aborted) {
    const due = await dueHosts(blog.db, nowIso(blog), [...busy.keys()], maxHosts - busy.size);
    for (const host of due) {
      send ??= await open(blog);
      const work = sendToHost(blog, host, { send, settle, bodies, signal: context.signal })
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => busy.delete(host.host));
      busy.set(host.host, work);
    }
    if (busy.size === 0) break;
    const isFull = busy.size >= maxHosts;
    await Promise.race([...busy.values(), ...(isFull ? [] : [wait(pollMs)])]);
  }
  // Those on the way are waited for: what arrived must not be sent again.
  await Promise.all(busy.values());
  context.signal.throwIfAborted();
  if (failure !== undefined) throw failure;
}

async function openBlogSender(blog: Blog): Promise<Sender> {
  const { openSender } = await import('./signing/sender.ts');
  return openSender({
    actor: actorUrl(blog),
    keys: await fediverseKeys(blog.db),
    userAgent: `NotTerrible/${blog.version} (+${blog.siteUrl()})`,
    strangers: blog.outgoingStrangers,
  });
}

type Tools = { send: Sender; settle: GroupCommit<Settled>; bodies: Bodies; signal: AbortSignal };

/** In the order in which they were added, until the host fails: then all others wait, too, and the first one is the probe. */
async function sendToHost(blog: Blog, host: DueHost, { send, settle, bodies, signal }: Tools): Promise<void> {
  let state = host;
  for (;;) {
    const batch = await deliveriesTo(blog.db, host.host, batchSize);
    for (const delivery of batch) {
      signal.throwIfAborted();
      const body = await bodies.get(delivery.activity_id);
      const answer: Answer =
        body === undefined ? { status: 204, retryAfter: null } : await send(delivery.inbox, body);
      const outcome: Outcome = outcomeOf(answer, delivery, state, blog.now());
      await settle.add({ host: host.host, delivery, outcome });
      if (outcome.pause) return;
      state = { host: host.host, attempts: 0, date_failing: null, dead: 0 };
    }
    if (batch.length < batchSize) return;
  }
}

/** The texts of the activities that are being sent: each is sent to many hosts. */
class Bodies {
  readonly #blog: Blog;
  readonly #known = new Map<number, Promise<string | undefined>>();

  constructor(blog: Blog) {
    this.#blog = blog;
  }

  get(id: Delivery['activity_id']): Promise<string | undefined> {
    const known = this.#known.get(id);
    if (known) return known;
    const body = activityBody(this.#blog.db, id);
    this.#known.set(id, body);
    const [oldest] = this.#known.keys();
    if (this.#known.size > 20 && oldest !== undefined) this.#known.delete(oldest);
    return body;
  }
}
