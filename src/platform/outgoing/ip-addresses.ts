import { BlockList, isIP } from 'node:net';

const family = (ip: string): 'ipv4' | 'ipv6' => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/** A list of IP addresses and networks: `10.0.0.1`, `192.168.0.0/16`, `fd00::/8`. */
export function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [ip = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(ip, family(ip));
    else list.addSubnet(ip, Number(bits), family(ip));
  }
  return list;
}

/** Not public: loopback, private and link-local networks, cloud metadata, carrier-grade NAT, documentation, multicast. */
const notPublic4 = addressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
/** Global unicast, and the parts of it that are not public: tunnels to IPv4, documentation. */
const public6 = addressList(['2000::/3']);
const notPublic6 = addressList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
/** 96-bit prefixes that embed an IPv4 address. */
const before4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** Whether this is a public IP address; false for anything that is not an IP address. */
export function isPublic(ip: string): boolean {
  const kind = isIP(ip);
  if (kind === 4) return !notPublic4.check(ip, 'ipv4');
  if (kind !== 6 || ip.includes('%')) return false;
  const groups = groupsOf(ip);
  if (before4.includes(groups.slice(0, 6).join(':'))) return isPublic(ending4(groups));
  return public6.check(ip, 'ipv6') && !notPublic6.check(ip, 'ipv6');
}

export const isListed = (list: BlockList, ip: string): boolean =>
  isIP(ip) !== 0 && list.check(ip, family(ip));

/** The eight parts of an IPv6 address, as the URL parser writes them. */
function groupsOf(ip: string): string[] {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::').map((part) => (part ? part.split(':') : []));
  if (tail === undefined) return head as string[];
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function ending4(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
