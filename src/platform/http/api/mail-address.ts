/** RFC 5321: 64 characters before the @, 254 in all. */
export const maxMailAddressLength = 254;
const maxLocalLength = 64;
const maxLabelLength = 63;

/** Without quotes, spaces, angle brackets and line ends, so that nothing of it can become a header or a second recipient. */
const localCharacters = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i;
const labelCharacters = /^[a-z0-9-]+$/;

/**
 * The address as it is sent to: without blanks around it, the domain in the form of the DNS. Null if it is none. The part before
 * the @ may have ASCII characters only, because few servers take others.
 */
export function normalizedAddress(typed: string): string | null {
  const text = typed.trim();
  if (text.length > maxMailAddressLength) return null;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || local.length > maxLocalLength || !localCharacters.test(local)) return null;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null;
  const domain = dnsName(text.slice(at + 1));
  const address = `${local}@${domain}`;
  return domain === null || address.length > maxMailAddressLength ? null : address;
}

function dnsName(text: string): string | null {
  // What ends the host of a URL, or is left out by its parser, must not be cut off silently.
  if (text === '' || /[\s\p{Cc}/\\?#:@%[\]]/u.test(text) || !URL.canParse(`http://${text}`)) return null;
  const name = new URL(`http://${text}`).hostname;
  const labels = name.split('.');
  const areValid = labels.every(
    (label) =>
      label.length <= maxLabelLength &&
      labelCharacters.test(label) &&
      !label.startsWith('-') &&
      !label.endsWith('-'),
  );
  // The last label of an IP address is a number.
  return areValid && labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '') ? name : null;
}

export const isMailAddress = (typed: string): boolean => normalizedAddress(typed) !== null;

/** The same for all spellings of an address that reach the same person almost everywhere. */
export const addressKey = (address: string): string => address.toLowerCase();

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Enough for its owner to recognize it, on pages that anyone with a forwarded mail can open. */
export const maskedAddress = (address: string): string => `${address.slice(0, 1)}•••@${domainOf(address)}`;
