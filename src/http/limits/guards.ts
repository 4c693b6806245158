import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../contract/errors.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isWrite = (method: string): boolean => !reading.has(method);

/**
 * Refuses a write that another site's page makes a browser send. Sec-Fetch-Site is the browser's own judgement and
 * beats the comparison of Origin, which a proxy that changes the host would spoil. A call of the API without any word
 * on its origin is not a browser's and passes (it needs the token anyway); a plain form must come from a page of ours.
 */
export function refuseForeign(headers: IncomingHttpHeaders, siteUrl: string, kind: 'api' | 'form'): void {
  if (!isFromHere(headers, siteUrl, kind))
    throw new Problem('forbidden', 'This request came from another site and was refused.');
}

function isFromHere(headers: IncomingHttpHeaders, siteUrl: string, kind: 'api' | 'form'): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined ? kind === 'api' : isOwn(origin, host, siteUrl);
}

function isOwn(origin: string, host: string | undefined, siteUrl: string): boolean {
  if (origin === siteUrl) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}

/** At most `most` events in any `seconds` per key, kept in memory for a bounded number of keys. */
export function limiter(most: number, seconds: number, sentence: string) {
  const events = new Map<string, number[]>();
  const keysKept = 50_000;
  return (key: string, now: number): void => {
    // What lies ahead was noted before the clock was put back.
    const recent = (events.get(key) ?? []).filter((at) => at > now - seconds * 1000 && at <= now);
    const [oldest] = recent;
    if (recent.length >= most && oldest !== undefined)
      throw new Problem('too_many', sentence, {
        retryAfter: Math.ceil((oldest + seconds * 1000 - now) / 1000),
      });
    events.delete(key);
    events.set(key, [...recent, now]);
    if (events.size > keysKept) events.delete(events.keys().next().value ?? '');
  };
}
