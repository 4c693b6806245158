import { type Outgoing, outgoing } from '../../../platform/outgoing/client.ts';
import type { GuardOptions } from '../../../platform/outgoing/guard.ts';
import { OutgoingRefusal } from '../../../platform/outgoing/refusal.ts';

/** The headers that sign a GET request as the blog. */
export type Sign = (url: string, headers: Record<string, string>) => Record<string, string>;

/**
 * What another server has at a URL. `unreachable`: it may have it later. `refused`: it has none, or one that is not used, however
 * often it is asked for.
 */
type Fetched = { document: Record<string, unknown> } | { failure: 'unreachable' | 'refused'; reason: string };

export type FetchDocument = (url: string) => Promise<Fetched>;

const maxBytes = 512 * 1024;
const maxRedirects = 3;
const totalMs = 10_000;
const accept =
  'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"';

/**
 * Fetches actors and objects from the server that their ids name, and from no other: a document that was found elsewhere says
 * nothing about who wrote it. Requests are signed, because servers in "secure mode" answer no others.
 */
export function documentFetcher({
  sign,
  ...guard
}: Pick<GuardOptions, 'strangers' | 'resolve'> & { sign: Sign }): FetchDocument {
  const limits = {
    connectMs: 5_000,
    silentMs: 5_000,
    totalMs,
    answerBytes: maxBytes,
    returnsRedirects: true,
  };
  const client = outgoing({ ...guard, to: null, elsewhere: 'web', limits });
  return async (id) => {
    try {
      return await fetchFrom(client, new URL(id), sign);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isFinal =
        error instanceof SyntaxError || (error instanceof OutgoingRefusal && error.code !== 'ETIMEDOUT');
      return { failure: isFinal ? 'refused' : 'unreachable', reason };
    }
  };
}

async function fetchFrom(client: Outgoing, id: URL, sign: Sign): Promise<Fetched> {
  const signal = AbortSignal.timeout(totalMs);
  let next = id;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const headers = { accept, ...sign(next.href, { accept }) };
    const response = await client.fetch(next, { headers, signal });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      next = new URL(location, next);
      if (next.origin !== id.origin) return refused('It redirects to another server.');
      continue;
    }
    if (!response.ok) return withStatus(response.status);
    // A file that someone uploaded to that server has another type.
    if (!/^application\/(?:activity|ld)\+json *(?:;|$)/i.test(response.headers.get('content-type') ?? ''))
      return refused('The response has another type.');
    const document: unknown = JSON.parse(await response.text());
    if (typeof document !== 'object' || document === null || Array.isArray(document))
      return refused('The response is no object.');
    return { document: document as Record<string, unknown> };
  }
  return refused('It redirects too often.');
}

const refused = (reason: string): Fetched => ({ failure: 'refused', reason });

const withStatus = (status: number): Fetched => ({
  failure: status >= 500 || status === 408 || status === 429 ? 'unreachable' : 'refused',
  reason: `The server answered with status ${status}.`,
});
