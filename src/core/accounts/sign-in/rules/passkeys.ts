import { isIP } from 'node:net';
import { passkeysNeedHostName, passkeysNeedHttps } from '../../messages.ts';

/** Why browsers reject passkeys for this SITE_URL; undefined when they work. */
export function passkeysProblem(siteUrl: string): string | undefined {
  const { protocol, hostname } = new URL(siteUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return passkeysNeedHostName(hostname);
  if (protocol !== 'https:' && !/(^|\.)localhost$/.test(hostname)) return passkeysNeedHttps;
  return undefined;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 16;

/** A recovery code of 80 random bits, in letters and digits that are hard to confuse (Crockford's base32). */
export function recoveryCode(random: Uint8Array): string {
  const letters = [...random.subarray(0, codeLength)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** Normalizes case, separators and letters that look like digits. */
export const normalizedCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
