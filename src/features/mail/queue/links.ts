import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Blog } from '../../../platform/blog.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';

/** What a link in a mail is for. A signature for one purpose is worth nothing for another. */
type LinkPurpose = 'subscriber' | 'commenter';

const signature = (blog: Blog, purpose: LinkPurpose, id: number): string =>
  createHmac('sha256', blog.keys.mail).update(`${purpose} ${id}`).digest('base64url');

/** The part of a URL that lets the recipient of a mail change what they get, without a password, for as long as they get any. */
export const signedId = (blog: Blog, purpose: LinkPurpose, id: number): string =>
  `${id}-${signature(blog, purpose, id)}`;

/** The id in such a part of a URL; null if it was not signed here. Ids are never used again, so a deleted one stays invalid. */
export function verifiedId(blog: Blog, purpose: LinkPurpose, signed: string): number | null {
  const [, digits, given = ''] = /^([1-9]\d{0,9})-([\w-]{43})$/.exec(signed) ?? [];
  if (digits === undefined) return null;
  const id = Number(digits);
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(blog, purpose, id))) ? id : null;
}

/** A single-use token: the mail has it, the table `mail_tokens` only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** How an address is remembered that is to get no mail. */
export const hashOfAddress = (blog: Blog, address: string): string =>
  createHmac('sha256', blog.keys.mail)
    .update(`address ${addressKey(address)}`)
    .digest('base64url');
