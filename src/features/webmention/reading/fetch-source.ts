import { fetchPublic, type PublicOptions } from '../../../platform/outgoing/fetch-public.ts';
import { OutgoingRefusal } from '../../../platform/outgoing/refusal.ts';
import type { SourcePage } from './mention.ts';

const maxBytes = 1_000_000;
const totalMs = 10_000;
const accept = 'text/html, application/xhtml+xml;q=0.9, application/json;q=0.5, text/plain;q=0.4';

/**
 * `gone`: the page was deleted. `later`: it may be there another time. `unusable`: asking again would not help, and says nothing
 * about what was received before.
 */
type FetchedSource = { page: SourcePage } | 'gone' | 'later' | 'unusable';

export async function fetchSource(
  source: string,
  options: Pick<PublicOptions, 'strangers' | 'resolve' | 'signal'>,
): Promise<FetchedSource> {
  try {
    const { url, type, bytes } = await fetchPublic(new URL(source), {
      ...options,
      accept,
      maxBytes,
      totalMs,
    });
    return { page: { url: url.href, type, bytes } };
  } catch (error) {
    options.signal?.throwIfAborted();
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): Exclude<FetchedSource, object> {
  if (!(error instanceof OutgoingRefusal)) return 'later';
  const { code, status } = error;
  if (code === 'ESTATUS' && status !== null) {
    if (status === 404 || status === 410) return 'gone';
    return status >= 500 || [408, 425, 429].includes(status) ? 'later' : 'unusable';
  }
  return ['ETIMEDOUT', 'EPRIVATE'].includes(code) ? 'later' : 'unusable';
}
