import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Site } from '../context.ts';
import { Dependencies, type Record } from './dependencies.ts';
import { type CachedPage, type Kind, preparePage } from './page-cache.ts';
import { sendCached } from './send-cached.ts';

/** What is made for machines: feeds, site map, icons, the description of the API. */
export type Document = Kind & { type: string; body: string | Buffer };

/** Makes a document and records what it depends on; one that records nothing is made for each request. */
export type Make = (record: Record) => Promise<Document | { location: string }>;

/** Feeds and cards are shown on pages of other sites. */
export const forOtherSites = ['cross-origin-resource-policy', 'cross-origin'] as const;

/** Answers with a document from the cache, or made now in its turn. */
export async function sendDocument(
  site: Site,
  key: string,
  make: Make,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let own: CachedPage | { location: string } | undefined;
  const prepare = async (): Promise<CachedPage | null> => {
    const dependencies = new Dependencies();
    site.queue.rejectIfFull('reads');
    const made = await site.queue.run('reads', request, () => dependencies.recorded(make)());
    own = 'location' in made ? made : preparePage(made.body, dependencies.keys, made);
    return 'etag' in own && dependencies.mayBeCached ? own : null;
  };
  const cached = await (site.pages ? site.pages.read(key, prepare) : prepare());
  // Another request may have made one that is not cached: then this one makes its own.
  if (!cached && !own) await prepare();
  const page = cached ?? own;
  if (page && 'location' in page) {
    response.statusCode = 302;
    response.setHeader('location', page.location);
    response.setHeader('cache-control', 'no-store');
    response.end();
    return;
  }
  if (!page) return;
  await sendCached(page, request, response);
  site.pages?.cache.weigh(key, page);
}
