import type { IncomingMessage } from 'node:http';
import type { Blog } from '../../blog/blog.ts';
import { noteForwarding } from '../../blog/maintenance/proxy-warning.ts';
import type { TrustProxy } from '../../config.ts';
import { errorDetails, type Log } from '../../operator/log.ts';
import { plainAddress } from '../../rules/ip-addresses.ts';
import { trusted } from './client-address.ts';

/** Headers by which proxies and CDNs tell whom a request comes from. */
const headers = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'fly-client-ip',
] as const;

const hourMs = 60 * 60 * 1000;

/**
 * Behind a proxy that is not trusted all visitors share its address and with it every rate limit: ten wrong passwords from
 * anybody lock the owner out. Anybody can send the header, so the warning is given once, and repeats cost one look at a
 * clock.
 */
export function forwardingWatch(blog: Blog, trust: TrustProxy, log: Log): (request: IncomingMessage) => void {
  const isProxy = trusted(trust);
  let quietUntil = 0;
  return (request) => {
    const now = Date.now();
    if (now < quietUntil) return;
    const header = headers.find((name) => request.headers[name] !== undefined);
    if (!header || isProxy(plainAddress(request.socket.remoteAddress ?? ''), 0)) return;
    quietUntil = now + hourMs;
    noteForwarding(blog, header).then(
      (isFirst) => {
        if (isFirst)
          log.warn(
            'A request came with a forwarding header, but its sender is not a trusted proxy. If a proxy is in front of ' +
              'this site, set TRUST_PROXY: until then all visitors share one address and its rate limits.',
            { header },
          );
      },
      (error) => log.debug('A forwarding header could not be noted.', errorDetails(error)),
    );
  };
}
