import { recordActivity } from '../../../core/site/activity.ts';
import type { Blog } from '../../../platform/blog.ts';
import { countSubscribers } from '../../../platform/db/totals.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import {
  maxSubscriberSnapshot,
  type Subscriber,
  type SubscriberCounts,
  type SubscriberSnapshot,
  type SubscriberState,
} from '../api/subscribers.ts';
import * as messages from '../messages/lists.ts';
import * as store from '../store/subscriber-lists.ts';
import { deleteSubscriber } from '../store/subscribers.ts';

type Filter = { search: string; state: SubscriberState };

const storeFilter = ({ search, state }: Filter): store.SubscriberFilter => ({
  search: search.trim().toLowerCase(),
  state,
});

export async function subscribersForOwner(
  blog: Blog,
  filter: Filter,
  page: { limit: number; offset: number },
): Promise<{ subscribers: Subscriber[]; total: number }> {
  const stored = storeFilter(filter);
  const total = await store.countMatching(blog.db, stored);
  return { subscribers: (await store.listSubscribers(blog.db, stored, page)).map(present), total };
}

export async function subscriberCounts(blog: Blog): Promise<SubscriberCounts> {
  return countSubscribers(blog.db);
}

/** The ids of all that match now, for changes in batches: who subscribes later is not among them. */
export async function subscriberSnapshot(blog: Blog, filter: Filter): Promise<SubscriberSnapshot> {
  const stored = storeFilter(filter);
  const ids = await store.subscriberIds(blog.db, stored, maxSubscriberSnapshot);
  return { ids, total: await store.countMatching(blog.db, stored) };
}

/** Deletes them for good: no bin, and no address in the activity log. */
export async function deleteSubscribers(blog: Blog, ids: readonly number[]): Promise<{ deleted: number }> {
  const deleted = await inTransaction(blog.db, async (tx) => {
    let count = 0;
    // In one order, so that two such transactions do not wait for each other.
    for (const id of [...new Set(ids)].sort((a, b) => a - b))
      if ((await deleteSubscriber(tx, id)) !== null) count += 1;
    if (count > 0) await recordActivity(blog, tx, 'site', messages.deletedWhat(count));
    return count;
  });
  if (deleted === 0) throw new Problem('not_found', messages.noSuchSubscribers);
  return { deleted };
}

const present = (row: store.ListedSubscriber): Subscriber => ({
  id: row.id,
  address: row.address,
  frequency: row.frequency,
  categories: chosenCategories(row),
  source: row.source,
  date_added: row.date_added,
  date_bounced: row.date_bounced,
  bounce: row.bounce,
});

/** Paths of the chosen categories; null: all posts. */
export const chosenCategories = ({
  all_posts,
  categories,
}: Pick<store.ListedSubscriber, 'all_posts' | 'categories'>): string[] | null =>
  all_posts === 1 ? null : (JSON.parse(categories) as { path: string }[]).map(({ path }) => path).sort();
