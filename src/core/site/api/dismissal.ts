import type { Announcement } from './site.ts';

const name = 'dismissed';
const keyPattern = /^[a-z0-9]{1,8}$/;

/** Identifies an announcement by a hash (FNV-1a) of its text. */
export function dismissalKey({ title, message }: Pick<Announcement, 'title' | 'message'>): string {
  let hash = 0x811c9dc5;
  for (const character of `${title}\n${message}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Stores the dismissal of an announcement in this browser for a year. */
export const dismissalCookie = (key: string): string =>
  `${name}=${keyPattern.test(key) ? key : ''}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly`;

export function dismissedKey(cookies: string | undefined): string | null {
  for (const cookie of cookies?.split(';') ?? []) {
    const [key, value = ''] = cookie.trim().split('=', 2);
    if (key === name && keyPattern.test(value)) return value;
  }
  return null;
}
