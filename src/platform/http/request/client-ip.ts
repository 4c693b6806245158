import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TrustProxy } from '../../../config.ts';
import { normalizedIp } from './ip-networks.ts';

/** Reads the client's IP address. */
export function clientIpReader(trust: TrustProxy): (request: IncomingMessage) => string {
  const clientIp = forwardedIpReader(trust);
  return (request) =>
    clientIp(request.socket.remoteAddress ?? '0.0.0.0', String(request.headers['x-forwarded-for'] ?? ''));
}

/** Reads X-Forwarded-For, which counts only as far as the configured proxies reach. */
export function forwardedIpReader(trust: TrustProxy): (remote: string, header: string) => string {
  const isProxy = trustedProxies(trust);
  return (remote, header) => {
    let ip = normalizedIp(remote);
    const forwarded = header
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    for (let hop = 0; isProxy(ip, hop) && forwarded.length > 0; hop++) {
      const next = normalizedIp(forwarded.pop() ?? '');
      if (isIP(next) === 0) break;
      ip = next;
    }
    return ip;
  };
}

/** Whether any proxy is trusted at all. */
export const trustsProxies = (trust: TrustProxy): boolean =>
  'hops' in trust ? trust.hops > 0 : trust.addresses.length > 0;

/** Whether an IP address that is `hop` hops away belongs to a configured proxy. */
export function trustedProxies(trust: TrustProxy): (ip: string, hop: number) => boolean {
  if ('hops' in trust) return (_, hop) => hop < trust.hops;
  const list = new BlockList();
  for (const entry of trust.addresses) {
    const [ip = '', prefix] = entry.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(prefix), family);
  }
  return (ip) => list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}
