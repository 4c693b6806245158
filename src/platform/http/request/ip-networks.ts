import { isIPv6 } from 'node:net';

/**
 * Identifies a visitor: the IPv4 address, or the /64 network of an IPv6 address, because providers assign at least a /64 to
 * each connection. An IPv4-mapped IPv6 address counts as IPv4.
 */
export function visitorKey(ip: string): string {
  const normalized = normalizedIp(ip);
  if (!isIPv6(normalized)) return normalized;
  return `${expand(normalized).slice(0, 4).join(':')}::/64`;
}

/** The network that a single customer may own: /24 for IPv4, /48 for IPv6. */
export function networkOf(ip: string): string {
  const normalized = normalizedIp(ip);
  if (isIPv6(normalized)) return `${expand(normalized).slice(0, 3).join(':')}::/48`;
  return `${normalized.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The IP address without a zone; an IPv4-mapped IPv6 address as IPv4. */
export function normalizedIp(ip: string): string {
  const bare = ip.replace(/%.*/s, '').toLowerCase();
  if (!isIPv6(bare)) return bare;
  const groups = expand(bare);
  const mapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!mapped) return bare;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function expand(ip: string): string[] {
  // The URL parser returns the canonical form of any IPv6 address, including those that end in dotted IPv4.
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right];
}
