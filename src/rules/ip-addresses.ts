import { isIPv6 } from 'node:net';

/**
 * What counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address, because that is what one
 * connection is given. IPv4 written as IPv6 is the IPv4 address.
 */
export function visitorKey(address: string): string {
  const plain = normalizedIp(address);
  if (!isIPv6(plain)) return plain;
  return `${expand(plain).slice(0, 4).join(':')}::/64`;
}

/** The larger network that an address lies in, which one customer may well hold as a whole: /24, or /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = normalizedIp(address);
  if (isIPv6(plain)) return `${expand(plain).slice(0, 3).join(':')}::/48`;
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The address without a zone, and as IPv4 where it is one in disguise. */
export function normalizedIp(address: string): string {
  const bare = address.replace(/%.*/s, '').toLowerCase();
  if (!isIPv6(bare)) return bare;
  const groups = expand(bare);
  const mapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!mapped) return bare;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function expand(address: string): string[] {
  // The URL parser writes every IPv6 address in its canonical form, dotted endings included.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right];
}
