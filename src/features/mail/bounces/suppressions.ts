import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { hashesOfAddresses, hashOfAddress } from '../queue/links.ts';
import * as store from '../store/suppressions.ts';

/** What another server wrote is shown to the owner in one line. */
const maxDetailLength = 300;

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, maxDetailLength);

/** The reason stays when the subscriber and with them the address is deleted, and servers like to repeat the address. */
const withoutAddress = (text: string, address: string): string =>
  text
    .split(/([<>\s,;:()"]+)/)
    .map((word) => (addressKey(word).includes(addressKey(address)) ? '…' : word))
    .join('');

/**
 * Mail to this address cannot be delivered: nothing is sent to it any more. Subscribers and commenters stay, so that the owner sees
 * who left this way.
 */
export async function recordBounce(blog: Blog, tx: Db, address: string, detail: string): Promise<void> {
  const bounce = { date: nowIso(blog), detail: oneLine(withoutAddress(detail, address)) };
  await store.insertBounce(tx, hashOfAddress(blog, address), bounce);
  await store.markBounced(tx, addressKey(address), bounce);
}

/** The address works again: its owner confirmed it, or the owner of the site says so. */
export async function clearBounce(blog: Blog, tx: Db, address: string): Promise<void> {
  await store.deleteSuppressions(tx, (await hashesOfAddresses(blog, tx))(address), 'bounced');
  await store.markBounced(tx, addressKey(address), null);
}

/** Whether mail to the address bounced. People who unsubscribed are asked and answered again when they want it. */
export const isSuppressed = async (blog: Blog, db: Db, address: string): Promise<boolean> =>
  (await suppressedAmong(blog, db, [address])).has(address);

/** Those of the addresses that mail bounced from, in one query. */
export async function suppressedAmong(
  blog: Blog,
  db: Db,
  addresses: readonly string[],
): Promise<Set<string>> {
  const hashesOf = await hashesOfAddresses(blog, db);
  const bounced = await store.suppressedAmong(db, [...new Set(addresses.flatMap(hashesOf))], 'bounced');
  return new Set(addresses.filter((address) => hashesOf(address).some((hash) => bounced.has(hash))));
}

/** Why nothing is sent to the address; null if it is. */
export async function bounceOf(blog: Blog, db: Db, address: string): Promise<store.Bounce | null> {
  const found = await store.suppressionOf(db, (await hashesOfAddresses(blog, db))(address));
  return found?.reason === 'bounced' ? { date: found.date_added, detail: found.detail } : null;
}
