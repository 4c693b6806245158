import { isIP } from 'node:net';

/** Why browsers refuse passkeys at this address of the site; undefined when they do not. */
export function passkeysProblem(siteUrl: string): string | undefined {
  const { protocol, hostname } = new URL(siteUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')))
    return `Passkeys belong to a name, and ${hostname} is a number: set SITE_URL to the name of this site.`;
  if (protocol !== 'https:' && !/(^|\.)localhost$/.test(hostname))
    return 'Passkeys need https: set SITE_URL to the https address of this site.';
  return undefined;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 16;

/** A recovery code of 80 random bits, in letters and digits that are hard to confuse. */
export function recoveryCode(random: Uint8Array): string {
  const letters = [...random.subarray(0, codeLength)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** The code that a person meant, however they typed it. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
