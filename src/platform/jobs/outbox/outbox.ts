import { type Blog, nowIso } from '../../blog.ts';
import type { Db } from '../../db/open.ts';
import { wakeJob } from '../add-job.ts';
import { type JobKinds, networkJob } from '../kinds.ts';
import type { Queues } from '../wake-queues.ts';
import type { OutboxKind } from './kind.ts';
import * as store from './store.ts';

export type NewDelivery = {
  /** What is enqueued again under the same key replaces what waits. */
  key: string;
  host: string;
  payload?: string;
  due?: Date;
};

/** Far above what a blog needs; it bounds the table when servers do not answer. */
const maxWaiting = 10_000;

/** Nothing was stored. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
}

/** Stores what is to be sent, in the transaction of what causes it. Call `startJobs` after the commit. */
export async function enqueue(
  blog: Blog,
  tx: Db,
  kind: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await store.lockOutbox(tx);
  if ((await store.countDeliveries(tx, kind)) >= maxWaiting)
    throw new OutboxFull(`Too many deliveries are waiting: ${kind}.`);
  const hosts = [...new Set(deliveries.map(({ host }) => host))];
  const pauses = await store.pausesOf(tx, kind, hosts);
  const dates: string[] = [];
  for (const { key, host, payload = null, due = blog.now() } of deliveries) {
    const pause = pauses.get(host) ?? '';
    const next_run = due.toISOString() > pause ? due.toISOString() : pause;
    await store.putDelivery(tx, { kind, key, host, payload, next_run, date_added: nowIso(blog) });
    dates.push(next_run);
  }
  await wakeJob(blog, tx, kind, new Date(dates.sort()[0] ?? ''));
}

/** The job that sends deliveries of a kind. */
export const outboxJob = (kind: string, load: () => Promise<OutboxKind>): JobKinds =>
  networkJob(kind, async () => (await import('./run-outbox.ts')).runOutbox(kind, await load()));

/** For `queues` of the module. */
export const outboxQueue = (kind: string, isOn: OutboxKind['isOn']): Queues => ({
  [kind]: async (blog) => (await isOn(blog)) && store.nextDelivery(blog.db, kind),
});
