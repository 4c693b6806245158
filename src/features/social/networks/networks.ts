import { type BlueskyConfig, removeOnBluesky, shareOnBluesky } from './bluesky.ts';
import { answerOnBluesky, newTid } from './bluesky-answers.ts';
import { existsOnBluesky, readBlueskyThread } from './bluesky-thread.ts';
import { RateLimited } from './failure.ts';
import { type MastodonConfig, removeOnMastodon, shareOnMastodon, updateOnMastodon } from './mastodon.ts';
import { answerOnMastodon, editAnswerOnMastodon, newIdempotencyKey } from './mastodon-answers.ts';
import { existsOnMastodon, readMastodonThread } from './mastodon-thread.ts';
import type { Conversation, Network, Share, ShareOptions } from './network.ts';
import { shareOnX, type XConfig } from './x.ts';

export type NetworksConfig = { x?: XConfig; mastodon?: MastodonConfig; bluesky?: BlueskyConfig };

const maxCallLength = 20_000;
/** A thread takes up to 22 requests. */
const maxReadMs = 60_000;
const maxImages = 4;

export function networks({ x, mastodon, bluesky }: NetworksConfig, options: ShareOptions = {}): Network[] {
  return [
    ...(x ? [onX(x, options)] : []),
    ...(mastodon ? [onMastodon(mastodon, options)] : []),
    ...(bluesky ? [onBluesky(bluesky, options)] : []),
  ];
}

function onX(config: XConfig, options: ShareOptions): Network {
  const limited = rateLimit('X');
  return {
    name: 'X',
    share: (share, signal) =>
      limited(signal, maxCallLength, (until) => shareOnX(config, fewImages(share), until, options)),
  };
}

function onMastodon(config: MastodonConfig, options: ShareOptions): Network {
  const limited = rateLimit('Mastodon');
  const conversation: Conversation = {
    source: 'mastodon',
    idOf: (url) => mastodonId(url, config.url),
    read: (id, signal) =>
      limited(signal, maxReadMs, (until) => readMastodonThread(config, id, until, options)),
    exists: (id, signal) =>
      limited(signal, maxCallLength, (until) => existsOnMastodon(config, id, until, options)),
    newKey: newIdempotencyKey,
    answer: (answer, isRepeated, signal) =>
      limited(signal, maxCallLength, (until) => answerOnMastodon(config, answer, isRepeated, until, options)),
    editAnswer: (id, answer, signal) =>
      limited(signal, maxCallLength, (until) => editAnswerOnMastodon(config, id, answer, until, options)),
    update: (id, share, signal) =>
      limited(signal, maxCallLength, (until) =>
        updateOnMastodon(config, id, fewImages(share), until, options),
      ),
    remove: (id, signal) =>
      limited(signal, maxCallLength, (until) => removeOnMastodon(config, id, until, options)),
  };
  return {
    name: 'Mastodon',
    share: (share, signal) =>
      limited(signal, maxCallLength, (until) => shareOnMastodon(config, fewImages(share), until, options)),
    conversation,
  };
}

function onBluesky(config: BlueskyConfig, options: ShareOptions): Network {
  const limited = rateLimit('Bluesky');
  const share: Network['share'] = (given, signal) =>
    limited(signal, maxCallLength, (until) => shareOnBluesky(config, fewImages(given), until, options));
  const remove: Conversation['remove'] = (id, signal) =>
    limited(signal, maxCallLength, (until) => removeOnBluesky(config, id, until, options));
  const conversation: Conversation = {
    source: 'bluesky',
    idOf: blueskyId,
    read: (id, signal) =>
      limited(signal, maxReadMs, (until) => readBlueskyThread(config, id, until, options)),
    exists: (id, signal) =>
      limited(signal, maxCallLength, (until) => existsOnBluesky(config, id, until, options)),
    newKey: newTid,
    answer: (answer, _isRepeated, signal) =>
      limited(signal, maxCallLength, (until) => answerOnBluesky(config, answer, until, options)),
    editAnswer: null,
    update: null,
    remove,
  };
  return { name: 'Bluesky', share, conversation };
}

const fewImages = (share: Share): Share => ({ ...share, images: share.images.slice(0, maxImages) });

/** https://example.org/@name/1234 or, on GoToSocial, https://example.org/@name/statuses/01AB… */
function mastodonId(url: string, server: string): string | null {
  const parsed = URL.parse(url);
  if (parsed?.host !== new URL(server).host) return null;
  return /^\/@[^/]+\/(?:statuses\/)?([0-9A-Za-z]{1,64})$/.exec(parsed.pathname)?.[1] ?? null;
}

function blueskyId(url: string): string | null {
  const found = /^https:\/\/bsky\.app\/profile\/(did:[\w.:%-]{1,300})\/post\/([\w.:~-]{1,100})$/.exec(url);
  return found && `at://${found[1]}/app.bsky.feed.post/${found[2]}`;
}

/** Ends in time, and sends nothing to a network until its rate limit has passed. */
function rateLimit(name: Network['name']) {
  let restUntil = 0;
  return async <Result>(
    signal: AbortSignal,
    longest: number,
    work: (until: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    if (Date.now() < restUntil) throw new RateLimited(name, restUntil);
    try {
      return await work(AbortSignal.any([signal, AbortSignal.timeout(longest)]));
    } catch (error) {
      if (error instanceof RateLimited) restUntil = error.until ?? 0;
      throw error;
    }
  };
}
