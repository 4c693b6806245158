import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { maskedAddress } from '../../../platform/http/api/mail-address.ts';
import type { Choices, Subscription } from '../api/subscriptions.ts';
import {
  hashesOfAddresses,
  hashOfAddress,
  hashOfToken,
  signedId,
  verifiedSubscriber,
} from '../queue/links.ts';
import * as store from '../store/subscribers.ts';
import { deleteSuppressions, insertUnsubscribed } from '../store/suppressions.ts';
import * as tokens from '../store/tokens.ts';

/** What the link of a confirmation does. */
export type PendingSubscription = { address: string; address_key: string; choices: Choices; asked: string };

/** What a link for confirming would start; null when it is unknown, used or expired. */
export async function pendingSubscription(blog: Blog, token: string): Promise<Subscription | null> {
  const found = await tokens.validToken(blog.db, 'subscribe', hashOfToken(token), nowIso(blog));
  if (!found) return null;
  const { address, choices } = JSON.parse(found.content) as PendingSubscription;
  return { address: maskedAddress(address), choices };
}

/**
 * Starts a subscription, and returns the signed id of the subscriber; null when the link is unknown, used or expired. All links
 * that were sent to the address end with it.
 */
export async function confirmSubscription(blog: Blog, token: string): Promise<string | null> {
  const id = await inTransaction(blog.db, async (tx) => {
    const taken = await tokens.takeToken(tx, 'subscribe', hashOfToken(token), nowIso(blog));
    if (!taken) return null;
    const { address, address_key, choices, asked } = JSON.parse(taken.content) as PendingSubscription;
    await tokens.deleteTokensOf(tx, 'subscribe', address_key);
    // The mail has arrived, so what bounced once is a working address again.
    await deleteSuppressions(tx, (await hashesOfAddresses(blog, tx))(address));
    const inserted = await store.insertSubscriber(tx, {
      ...choices,
      address,
      address_key,
      source: 'form',
      date_added: asked,
      date_confirmed: nowIso(blog),
    });
    if (inserted !== null) return inserted;
    const existing = await store.subscriberByAddress(tx, address_key);
    if (!existing) return null;
    await store.changeSubscriber(tx, existing.id, choices);
    await store.clearBounce(tx, existing.id);
    return existing.id;
  });
  return id === null ? null : signedId(blog, 'subscriber', id);
}

/** Null when the link was not signed here; `ended` when its subscriber was deleted. */
export async function subscription(blog: Blog, signed: string): Promise<Subscription | 'ended' | null> {
  const id = await verifiedSubscriber(blog, signed);
  if (id === null) return null;
  const found = await store.subscriberById(blog.db, id);
  if (!found) return 'ended';
  const categories = (await store.categoriesOfSubscribers(blog.db, [found.id])).get(found.id) ?? [];
  return {
    address: maskedAddress(found.address),
    choices: { frequency: found.frequency, all_posts: found.all_posts === 1, categories },
  };
}

/** False when there is no such subscription. */
export async function changeSubscription(blog: Blog, signed: string, choices: Choices): Promise<boolean> {
  const id = await verifiedSubscriber(blog, signed);
  return id !== null && inTransaction(blog.db, (tx) => store.changeSubscriber(tx, id, choices));
}

/**
 * Ends a subscription and deletes its address; only a keyed hash stays, so that an import of an old list does not bring it back.
 * False when the link was not signed here. One that was used before is fine: programs for mail repeat the request.
 */
export async function unsubscribe(blog: Blog, signed: string): Promise<boolean> {
  const id = await verifiedSubscriber(blog, signed);
  if (id === null) return false;
  await inTransaction(blog.db, async (tx) => {
    const address = await store.deleteSubscriber(tx, id);
    if (address !== null) await insertUnsubscribed(tx, hashOfAddress(blog, address), nowIso(blog));
  });
  return true;
}
