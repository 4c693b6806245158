import type { IncomingMessage } from 'node:http';
import type { TrustProxy } from '../../../config.ts';
import type { Blog } from '../../blog.ts';
import { errorDetails, type Log } from '../../log/log.ts';
import { proxyWarningNotSaved, untrustedProxy } from '../../messages/operator.ts';
import { trustedProxies } from './client-ip.ts';
import { normalizedIp } from './ip-networks.ts';
import { recordForwarding } from './proxy-warning.ts';

/** Headers in which proxies and CDNs pass on the client's IP address. */
const forwardingHeaders = [
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
 * Behind a proxy that is not trusted, all visitors share its IP address and its rate limits: ten failed sign-ins by a
 * stranger lock the owner out. Any client can send such a header, so the warning is logged once and at most one request an
 * hour costs more than reading a clock.
 */
export function untrustedProxyDetector(
  blog: Blog,
  trust: TrustProxy,
  log: Log,
): (request: IncomingMessage) => void {
  const isProxy = trustedProxies(trust);
  let nextCheck = 0;
  return (request) => {
    const now = Date.now();
    if (now < nextCheck) return;
    const header = forwardingHeaders.find((name) => request.headers[name] !== undefined);
    if (!header || isProxy(normalizedIp(request.socket.remoteAddress ?? ''), 0)) return;
    nextCheck = now + hourMs;
    recordForwarding(blog, header).then(
      (isFirst) => {
        if (isFirst) log.warn(untrustedProxy, { header });
      },
      (error) => log.debug(proxyWarningNotSaved, errorDetails(error)),
    );
  };
}
