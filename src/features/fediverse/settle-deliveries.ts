import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Outcome } from './delivery-outcome.ts';
import {
  countAttempt,
  type Delivery,
  deleteAllDeliveriesTo,
  deleteDeliveries,
  deleteOrphanedActivities,
  deleteSentActivities,
  hostsAnswered,
  markHost,
  removeFollowersAt,
} from './store/deliveries.ts';

export type Settled = { host: string; delivery: Delivery; outcome: Outcome };

/** A host gets its next delivery only after the commit, when the last one is removed for good. */
export async function storeOutcomes(blog: Blog, tx: Db, batch: readonly Settled[]): Promise<void> {
  const finished = batch.filter(({ outcome }) => outcome.isDone);
  await deleteDeliveries(
    tx,
    finished.map(({ delivery }) => delivery.id),
  );
  await deleteSentActivities(tx, [...new Set(finished.map(({ delivery }) => delivery.activity_id))]);
  await hostsAnswered(
    tx,
    finished.map(({ host }) => host),
    nowIso(blog),
  );
  for (const { host, delivery, outcome } of batch) {
    if (outcome.isGone) await removeFollowersAt(tx, delivery.inbox);
    if (!outcome.pause) continue;
    await markHost(tx, host, outcome.pause);
    if (!outcome.pause.dead) {
      if (outcome.pause.error.startsWith('HTTP')) await countAttempt(tx, delivery.id);
      continue;
    }
    await deleteAllDeliveriesTo(tx, host);
    await deleteOrphanedActivities(tx);
  }
}
