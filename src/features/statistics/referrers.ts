import { BlockList, isIP } from 'node:net';
import { maxReferrerHostLength } from './api/statistics.ts';

const maxHeaderLength = 2000;

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6');

/** The host that a reader came from, without `www.`; null for what says nothing to the owner. */
export function referrerHost(referrer: string): string | null {
  if (referrer.length > maxHeaderLength || !/^https?:/i.test(referrer)) return null;
  const url = URL.parse(referrer);
  const host = (url?.hostname ?? '').replace(/^www\./, '').replace(/\.$/, '');
  if (host.length > maxReferrerHostLength || !isPublicHost(host)) return null;
  return host;
}

function isPublicHost(host: string): boolean {
  const ip = host.startsWith('[') ? host.slice(1, -1) : host;
  const version = isIP(ip);
  if (version !== 0) return !privateNetworks.check(ip, version === 6 ? 'ipv6' : 'ipv4');
  return host.includes('.') && !/\.(?:local|localhost|internal|lan|home|test|invalid)$/.test(host);
}
