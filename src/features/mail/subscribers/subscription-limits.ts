import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { addressKey, domainOf } from '../../../platform/http/api/mail-address.ts';
import { attemptsSince, insertAttempt } from '../../../platform/http/limits/attempts.ts';
import { ReaderProblem } from '../../../platform/http/reader-problem.ts';
import * as visitors from '../../../platform/http/request/visitor-keys.ts';
import { hashOfAddress } from '../queue/links.ts';

/*
 * Limits against subscription bombing, where forms of many sites are filled in with the address of a victim. Counted in the
 * database, so that they hold across processes and restarts, and by keyed hashes. Limits of the visitor are answered openly, because they say
 * nothing about an address; above the limits of an address nothing is sent, and nothing shows it.
 */

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

type Limit = { max: number; ms: number };
const perVisitor: readonly Limit[] = [
  { max: 5, ms: 10 * minute },
  { max: 20, ms: day },
];
/** Offices, universities and mobile networks share one. */
const perNetwork: readonly Limit[] = [{ max: 30, ms: hour }];
const perSite: Limit = { max: 200, ms: hour };
/** Above `perSite`, for networks that sent nothing within the hour, so that a flood from a few does not block everyone. */
const reservedForNew = 100;
const perAddress: readonly Limit[] = [
  { max: 1, ms: 10 * minute },
  { max: 3, ms: day },
];
const perDomain: readonly Limit[] = [{ max: 100, ms: hour }];

const asking = 'subscribe';
const sending = 'subscription-mail';

/** Keyed hashes of the IP address and its network. */
type Origin = { visitor: string; network: string };

export const originOf = (blog: Blog, ip: string): Origin => ({
  visitor: visitors.ipKey(blog, ip),
  network: visitors.networkKey(blog, ip),
});

/** Rejects requests above the limits of the visitor, the network and the site. The same queries for every address. */
export async function checkAsking(blog: Blog, db: Db, { visitor, network }: Origin): Promise<void> {
  const all = await recent(blog, db, asking, '', perSite.ms);
  // During a flood one query decides about most requests.
  const isFull =
    all >= perSite.max + reservedForNew ||
    (all >= perSite.max && (await recent(blog, db, asking, network, perSite.ms)) > 0);
  if (
    isFull ||
    (await isAbove(blog, db, asking, visitor, perVisitor)) ||
    (await isAbove(blog, db, asking, network, perNetwork))
  )
    throw new ReaderProblem('too_many', ({ subscribeErrors }) => subscribeErrors.limited, {
      retryAfter: hour / 1000,
    });
}

export async function countAsking(blog: Blog, tx: Db, { visitor, network }: Origin): Promise<void> {
  for (const subject of [visitor, network, '']) await insertAttempt(tx, asking, subject, nowIso(blog));
}

/** Counts a mail to an address and its domain; false when it is one too many. */
export async function mayMail(blog: Blog, tx: Db, address: string): Promise<boolean> {
  const person = hashOfAddress(blog, mailboxOf(address));
  const domain = hashOfAddress(blog, `@${domainOf(address)}`);
  if (await isAbove(blog, tx, sending, person, perAddress)) return false;
  if (await isAbove(blog, tx, sending, domain, perDomain)) return false;
  for (const subject of [person, domain]) await insertAttempt(tx, sending, subject, nowIso(blog));
  return true;
}

/**
 * The same for addresses that often lead to one mailbox: with a tag after a plus, or with other dots. For limits only, because
 * elsewhere they may be different people.
 */
export function mailboxOf(address: string): string {
  const [local = ''] = addressKey(address).split('@', 1);
  const [name = ''] = local.split('+', 1);
  return `${name.replaceAll('.', '')}@${domainOf(address)}`;
}

async function isAbove(blog: Blog, db: Db, kind: string, subject: string, limits: readonly Limit[]) {
  for (const { max, ms } of limits) if ((await recent(blog, db, kind, subject, ms)) >= max) return true;
  return false;
}

async function recent(blog: Blog, db: Db, kind: string, subject: string, ms: number): Promise<number> {
  const now = blog.now().getTime();
  const { count } = await attemptsSince(db, kind, subject, {
    since: new Date(now - ms).toISOString(),
    until: new Date(now).toISOString(),
  });
  return count;
}
