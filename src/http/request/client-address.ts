import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TrustProxy } from '../../config.ts';
import { plainAddress } from '../../rules/ip-addresses.ts';

/** Finds whom a request comes from. Forwarding headers count only as far as the configured proxies reach. */
export function addressFinder(trust: TrustProxy): (request: IncomingMessage) => string {
  const isProxy = trusted(trust);
  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '0.0.0.0');
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    let address = peer;
    for (let hop = 0; isProxy(address, hop) && forwarded.length > 0; hop++) {
      const next = plainAddress(forwarded.pop() ?? '');
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** Whether an address, so many hops away, is that of a configured proxy. */
export function trusted(trust: TrustProxy): (address: string, hop: number) => boolean {
  if ('hops' in trust) return (_, hop) => hop < trust.hops;
  const list = new BlockList();
  for (const entry of trust.addresses) {
    const [ip = '', bits] = entry.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
