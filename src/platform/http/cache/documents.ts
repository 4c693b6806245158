import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Blog } from '../../blog.ts';
import type { Site } from '../context.ts';
import type { Counted } from '../counted.ts';
import { type CachedPage, cdnHeaders, type Kind, preparePage } from './page-cache.ts';
import { recordingReads } from './reads.ts';
import { sendCached } from './send-cached.ts';

/** A response for programs rather than people: a feed, the sitemap, an icon, the description of the API. */
export type Document = Kind & { type: string; body: string | Buffer };

/** Makes a document. What it reads from this blog decides when the cached document is invalidated. */
export type Make = (blog: Blog) => Promise<Document | Moved>;
/** Elsewhere at present (302), or for good (301). */
type Moved = { location: string; status?: 301 };

/** Pages of other sites may show feeds and social cards. */
export const forOtherSites = ['cross-origin-resource-policy', 'cross-origin'] as const;

/** A document from the cache, or made now. */
export async function readDocument(
  site: Site,
  key: string,
  make: Make,
  request: IncomingMessage,
  counted: Counted | null = null,
): Promise<CachedPage | Moved | undefined> {
  let own: CachedPage | Moved | undefined;
  const prepare = async (): Promise<CachedPage | null> => {
    const blog = recordingReads(site.blog);
    site.queue.rejectIfFull('reads', request);
    const made = await site.queue.run('reads', request, () => make(blog));
    const { tags, times, isCacheable } = blog.reads;
    const forCdn = site.hasCdn && isCacheable ? cdnHeaders(tags, times) : [];
    own =
      'location' in made
        ? made
        : preparePage(made.body, tags, {
            ...times,
            counted,
            ...made,
            headers: [...(made.headers ?? []), ...forCdn],
          });
    return 'etag' in own && blog.reads.isCacheable ? own : null;
  };
  const cached = await (site.pages ? site.pages.read(key, prepare) : prepare());
  // A concurrent request may have made one that is not cacheable: then this one makes its own.
  if (!cached && !own) await prepare();
  return cached ?? own;
}

export async function sendDocument(
  site: Site,
  key: string,
  make: Make,
  request: IncomingMessage,
  response: ServerResponse,
  counted: Counted | null = null,
): Promise<void> {
  const page = await readDocument(site, key, make, request, counted);
  if (page && 'location' in page) {
    response.statusCode = page.status ?? 302;
    response.setHeader('location', page.location);
    // A post can return to a former URL: cached redirects could then form a loop.
    response.setHeader('cache-control', page.status === 301 ? 'no-cache' : 'no-store');
    response.end();
    return;
  }
  if (!page) return;
  await sendCached(page, request, response);
  site.pages?.cache.weigh(key, page);
}
