import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { normalizedIp } from '../../rules/ip-addresses.ts';

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
 * With a token configured, every request needs it. Without one only this machine may read them. What came through a proxy
 * is not from this machine, wherever the proxy stands; one that adds no header still passes on the host that was asked for.
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

/** In a time that tells nothing of how much of it was right. */
function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
