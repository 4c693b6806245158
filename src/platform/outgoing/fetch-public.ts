import { outgoing } from './client.ts';
import type { GuardOptions } from './guard.ts';
import { OutgoingRefusal } from './refusal.ts';

export type PublicOptions = Pick<GuardOptions, 'named' | 'allow' | 'strangers' | 'resolve'> & {
  accept: string;
  maxBytes: number;
  totalMs?: number;
  /** How many redirects are followed. */
  redirects?: number;
  signal?: AbortSignal;
};

export type PublicDocument = { url: URL; type: string; bytes: Buffer };

const usualRedirects = 3;

/** Fetches a document that an author named from any public server. Credentials in the URL are refused. */
export async function fetchPublic(url: URL, options: PublicOptions): Promise<PublicDocument> {
  using fetcher = publicFetcher(options);
  return await fetcher.fetch(url);
}

/** Fetches several documents, over one connection where the server keeps it open. Each redirect is checked like the first URL. */
export function publicFetcher({
  accept,
  maxBytes,
  totalMs = 10_000,
  redirects = usualRedirects,
  signal,
  ...guard
}: PublicOptions): Disposable & { fetch: (url: URL) => Promise<PublicDocument & { headers: Headers }> } {
  const limits = { answerBytes: maxBytes, totalMs, returnsRedirects: true };
  const client = outgoing({ ...guard, to: null, elsewhere: 'web', limits });
  const fetch = async (url: URL) => {
    const deadline = AbortSignal.any([AbortSignal.timeout(totalMs), ...(signal ? [signal] : [])]);
    let next = url;
    for (let hop = 0; hop <= redirects; hop++) {
      if (next.username || next.password)
        throw new OutgoingRefusal('EELSEWHERE', 'The URL contains a user name or a password.');
      const response = await client.fetch(next.href, { headers: { accept }, signal: deadline });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        next = new URL(location, next);
        continue;
      }
      if (!response.ok)
        throw new OutgoingRefusal(
          'ESTATUS',
          `The server answered with status ${response.status}.`,
          response.status,
        );
      const { headers } = response;
      const type = headers.get('content-type') ?? '';
      return { url: next, type, headers, bytes: Buffer.from(await response.arrayBuffer()) };
    }
    throw new OutgoingRefusal('EREDIRECT', 'The server redirects this request too often.');
  };
  return { fetch, [Symbol.dispose]: () => client[Symbol.dispose]() };
}
