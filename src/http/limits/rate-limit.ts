import { ReaderProblem, type ReaderText } from '../../contract/reader-problem.ts';
import { claimRateLimited } from '../../messages/owner.ts';
import { rateLimited as webmentionRateLimited } from '../../messages/webmention.ts';

type RateLimit = { max: number; seconds: number; message: ReaderText };

/** Limits for each visitor, by IPv4 address or IPv6 /64 network. They do not apply to a signed-in administrator.
 * Comments are limited in the database (blog/comments/rate-limits.ts), for all processes together. */
export const rateLimits = {
  vote: { max: 60, seconds: 60, message: (messages) => messages.voteRateLimited },
  passkey: { max: 60, seconds: 10 * 60, message: (messages) => messages.passkeyRateLimited },
  /** Of wrong claim links; the right one always works. */
  claim: { max: 20, seconds: 10 * 60, message: () => claimRateLimited },
  /** Services send those of many people, so these are generous; the number of webmentions that wait is limited, too. */
  webmention: { max: 60, seconds: 60, message: () => webmentionRateLimited },
  webmentionSource: { max: 200, seconds: 10 * 60, message: () => webmentionRateLimited },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** Counts a request; throws when its key has reached the limit. */
export type RateLimiter = (key: string, now: number) => void;

export const rateLimiters = (): Record<RateLimitName, RateLimiter> => ({
  vote: rateLimiter(rateLimits.vote),
  passkey: rateLimiter(rateLimits.passkey),
  claim: rateLimiter(rateLimits.claim),
  webmention: rateLimiter(rateLimits.webmention),
  webmentionSource: rateLimiter(rateLimits.webmentionSource),
});

const maxKeys = 50_000;

/** A sliding window in memory, for a bounded number of keys. */
export function rateLimiter({ max, seconds, message }: RateLimit): RateLimiter {
  const windowMs = seconds * 1000;
  const requests = new Map<string, number[]>();
  return (key, now) => {
    // Times in the future were recorded before the clock was set back.
    const recent = (requests.get(key) ?? []).filter((time) => time > now - windowMs && time <= now);
    const [oldest] = recent;
    if (recent.length >= max && oldest !== undefined)
      throw new ReaderProblem('too_many', message, {
        retryAfter: Math.ceil((oldest + windowMs - now) / 1000),
      });
    requests.delete(key);
    requests.set(key, [...recent, now]);
    if (requests.size > maxKeys) requests.delete(requests.keys().next().value ?? '');
  };
}
