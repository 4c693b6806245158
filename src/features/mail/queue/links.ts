import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { readSetting } from '../../../platform/db/settings.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';

/** What a link in a mail is for. A signature for one purpose is worth nothing for another. */
type LinkPurpose = 'subscriber' | 'commenter';

const signature = (key: Buffer, purpose: LinkPurpose, id: number): string =>
  createHmac('sha256', key).update(`${purpose} ${id}`).digest('base64url');

/** The part of a URL that lets the recipient of a mail change what they get, without a password, for as long as they get any. */
export const signedId = (blog: Blog, purpose: LinkPurpose, id: number): string =>
  `${id}-${signature(blog.keys.mail, purpose, id)}`;

/** The id in such a part of a URL; null if it was not signed here. Ids are never used again, so a deleted one stays invalid. */
export const verifiedId = (blog: Blog, purpose: LinkPurpose, signed: string): number | null =>
  verifiedBy([blog.keys.mail], purpose, signed);

/** The same for a subscriber, also with a link that the site signed before its export was imported here. */
export const verifiedSubscriber = async (blog: Blog, signed: string): Promise<number | null> =>
  verifiedId(blog, 'subscriber', signed) ?? verifiedBy(await formerKeys(blog.db), 'subscriber', signed);

function verifiedBy(keys: readonly Buffer[], purpose: LinkPurpose, signed: string): number | null {
  const [, digits, given = ''] = /^([1-9]\d{0,9})-([\w-]{43})$/.exec(signed) ?? [];
  if (digits === undefined) return null;
  const id = Number(digits);
  const isSigned = (key: Buffer) =>
    timingSafeEqual(Buffer.from(given), Buffer.from(signature(key, purpose, id)));
  return keys.some(isSigned) ? id : null;
}

/** A single-use token: the mail has it, the table `mail_tokens` only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** How an address is remembered that is to get no mail. */
export const hashOfAddress = (blog: Blog, address: string): string => keyedHash(blog.keys.mail, address);

/** All hashes by which an address can be remembered: by the key of this site, then by those of the exports that it came from. */
export async function hashesOfAddresses(
  blog: Blog,
  db: Db,
): Promise<(address: string) => [string, ...string[]]> {
  const former = await formerKeys(db);
  return (address) => [hashOfAddress(blog, address), ...former.map((key) => keyedHash(key, address))];
}

const keyedHash = (key: Buffer, address: string): string =>
  createHmac('sha256', key)
    .update(`address ${addressKey(address)}`)
    .digest('base64url');

/** The keys of the sites whose exports were imported, newest first. */
const formerKeysSetting = 'key:mail-former';

async function formerKeys(db: Db): Promise<Buffer[]> {
  const stored = (await readSetting(db, formerKeysSetting)) ?? '';
  return stored
    .split(' ')
    .filter(Boolean)
    .map((key) => Buffer.from(key, 'base64url'));
}
