import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { readSetting, writeSetting } from '../../../platform/db/settings.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { read, siteTag } from '../../../platform/http/cache/reads.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { message } from '../../../platform/messages/translate.ts';
import { titled } from '../../site/activity.ts';
import { claimLinkInvalid } from '../messages.ts';
import {
  claimSetting,
  createFirst,
  hasAdministrator,
  isUnclaimed,
  lockUsers,
} from './first-administrator.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { clearAttempts, type Origin } from './rate-limits.ts';
import { recordSecurity } from './record-security.ts';
import { actingAs, openSession } from './sign-in.ts';

/*
 * A site without an administrator belongs to the first person who opens its claim link, which only the output of the server
 * shows. The database has hashes of tokens, never a token.
 */

const lifetimeMs = 48 * 60 * 60_000;
/** Starts this close together are those of several machines, not a restart: each of their links works. */
const sameStartMs = 60_000;
/** Enough for the machines of one site; the oldest link ends first. */
const maxLinks = 50;

type ClaimLink = { hash: string; created: string; username: string };

const hashOf = (token: string): Buffer => createHash('sha256').update(`claim ${token}`).digest();

const ageOf = (blog: Blog, { created }: ClaimLink): number => blog.now().getTime() - Date.parse(created);

const linksIn = (stored: string | undefined): ClaimLink[] =>
  stored === undefined ? [] : (JSON.parse(stored) as ClaimLink[]);

/**
 * The token of a new claim link; null when the site has an administrator. Links of earlier starts end. `username` is what
 * the page proposes.
 */
export async function newClaimToken(
  blog: Blog,
  username: string,
  { endsAll = false }: { endsAll?: boolean } = {},
): Promise<string | null> {
  if (!(await isUnclaimed(blog, blog.db))) return null;
  const token = randomBytes(32).toString('base64url');
  const link: ClaimLink = { hash: hashOf(token).toString('base64url'), created: nowIso(blog), username };
  return inTransaction(blog.db, async (tx) => {
    await lockUsers(tx);
    if (!(await isUnclaimed(blog, tx))) return null;
    const earlier = endsAll ? [] : linksIn(await readSetting(tx, claimSetting));
    const valid = earlier.filter((other) => Math.abs(ageOf(blog, other)) < sameStartMs);
    await writeSetting(tx, claimSetting, JSON.stringify([...valid, link].slice(-maxLinks)));
    return token;
  });
}

/** What a claim link proposes; null when it is wrong, used or expired. */
export async function findClaim(blog: Blog, token: string): Promise<{ username: string } | null> {
  const link = await validLink(blog, blog.db, token);
  return link && (await isUnclaimed(blog, blog.db)) ? { username: link.username } : null;
}

async function validLink(blog: Blog, db: Blog['db'], token: string): Promise<ClaimLink | undefined> {
  const given = hashOf(token);
  const links = linksIn(await readSetting(db, claimSetting));
  // A date in the future means that the clock was set back since; the link must not last longer because of that.
  return links.find(
    (link) =>
      Math.abs(ageOf(blog, link)) < lifetimeMs && timingSafeEqual(Buffer.from(link.hash, 'base64url'), given),
  );
}

/** Makes the holder of the link the administrator and signs them in: all of it in one transaction, or nothing. */
export async function claimSite(
  blog: Blog,
  token: string,
  { username, password }: { username: string; password: string },
  from: Origin & { userAgent: string },
): Promise<{ token: string }> {
  // Before the expensive hash, so that only those who have a link can cause it.
  if (!(await findClaim(blog, token))) throw new Problem('not_found', claimLinkInvalid);
  await requireStrongPassword(blog, username, password);
  const password_hash = await hashPassword(password);
  const session = await inTransaction(blog.db, async (tx) => {
    await lockUsers(tx);
    if (!(await validLink(blog, tx, token))) return null;
    const user = await createFirst(blog, tx, { username, password_hash, isWeak: false });
    if (!user) return null;
    const acting = actingAs(blog, user.username);
    await recordSecurity(
      acting,
      tx,
      message('Claimed the site as the administrator "{name}"', { name: titled(user.username) }),
    );
    return openSession(acting, tx, user, from.userAgent, message('Signed in with the claim link'));
  });
  if (session === null) throw new Problem('not_found', claimLinkInvalid);
  await clearAttempts(blog, from);
  return { token: session };
}

/** For the login page, which the cache may keep only when the answer can no longer change. */
export const isClaimed = (blog: Blog): Promise<boolean> => read(blog, hasAdministrator, () => [siteTag]);
