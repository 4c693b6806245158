import { inboxRateLimited } from '../../../features/fediverse/messages.ts';
import { rateLimited as webmentionRateLimited } from '../../../features/webmention/messages.ts';
import type { Blog } from '../../blog.ts';
import { claimRateLimited } from '../../messages/owner.ts';
import { ReaderProblem, type ReaderText } from '../reader-problem.ts';
import { countRequest, type RequestLimit } from './request-limits.ts';

type RateLimit = RequestLimit & { message: ReaderText };

/** Limits for each visitor, by IPv4 address or IPv6 /64 network. They do not apply to a signed-in administrator. */
export const rateLimits = {
  vote: { max: 60, seconds: 60, message: (messages) => messages.voteRateLimited },
  passkey: { max: 60, seconds: 10 * 60, message: (messages) => messages.passkeyRateLimited },
  /** Of wrong claim links; the right one always works. */
  claim: { max: 20, seconds: 10 * 60, message: () => claimRateLimited },
  /** Services send those of many people, so these are generous; the number of webmentions that wait is limited, too. */
  webmention: { max: 60, seconds: 60, message: () => webmentionRateLimited },
  webmentionSource: { max: 200, seconds: 10 * 60, message: () => webmentionRateLimited },
  /** A large server sends the reactions to a popular post; its queue keeps what is refused. */
  inbox: { max: 600, seconds: 60, message: () => inboxRateLimited },
  inboxHost: { max: 600, seconds: 60, message: () => inboxRateLimited },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** Counts a request; throws when its key has reached the limit. */
export type RateLimiter = (key: string) => Promise<void>;

export function rateLimiters(blog: Blog): Record<RateLimitName, RateLimiter> {
  const limiter = (name: RateLimitName): RateLimiter => {
    const { message, ...limit }: RateLimit = rateLimits[name];
    return async (key) => {
      const retryAfter = await countRequest(blog, name, limit, key);
      if (retryAfter !== null) throw new ReaderProblem('too_many', message, { retryAfter });
    };
  };
  return {
    vote: limiter('vote'),
    passkey: limiter('passkey'),
    claim: limiter('claim'),
    webmention: limiter('webmention'),
    webmentionSource: limiter('webmentionSource'),
    inbox: limiter('inbox'),
    inboxHost: limiter('inboxHost'),
  };
}
