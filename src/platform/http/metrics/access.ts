import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { normalizedIp } from '../request/ip-networks.ts';

const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];
const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * With a token configured, every request needs it. Without one, only requests from this machine are allowed. A request
 * through a proxy on this machine is not one of them: it has a forwarding header or the public host name.
 */
export function mayReadMetrics(request: IncomingMessage, token: string | null): boolean {
  const { headers } = request;
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token !== null) return given !== undefined && isEqual(given, token);
  const peer = normalizedIp(request.socket.remoteAddress ?? '');
  return (
    (peer === '::1' || /^127\./.test(peer)) &&
    ownNames.test(headers.host ?? '') &&
    !forwarding.some((name) => headers[name] !== undefined)
  );
}

/** Compares in constant time. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
