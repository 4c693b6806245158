import type { Blog } from '../../blog.ts';
import { claimRateLimited } from '../../messages/owner.ts';
import { ReaderProblem, type ReaderText } from '../reader-problem.ts';
import { countRequest, type RequestLimit } from './request-limits.ts';

type RateLimit = RequestLimit & { message: ReaderText };

/** Limits of calls for each visitor, by IPv4 address or IPv6 /64 network. They do not apply to a signed-in administrator. */
const rateLimits = {
  vote: { max: 60, seconds: 60, message: (messages) => messages.voteRateLimited },
  passkey: { max: 60, seconds: 10 * 60, message: (messages) => messages.passkeyRateLimited },
  /** Of wrong claim links; the right one always works. */
  claim: { max: 20, seconds: 10 * 60, message: () => claimRateLimited },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** Counts a request; throws when its key has reached the limit. */
export type RateLimiter = (key: string) => Promise<void>;

export const rateLimiter =
  (blog: Blog, name: string, { message, ...limit }: RateLimit): RateLimiter =>
  async (key) => {
    const retryAfter = await countRequest(blog, name, limit, key);
    if (retryAfter !== null) throw new ReaderProblem('too_many', message, { retryAfter });
  };

export const rateLimiters = (blog: Blog): Record<RateLimitName, RateLimiter> => ({
  vote: rateLimiter(blog, 'vote', rateLimits.vote),
  passkey: rateLimiter(blog, 'passkey', rateLimits.passkey),
  claim: rateLimiter(blog, 'claim', rateLimits.claim),
});
