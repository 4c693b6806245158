import type { Blog } from '../../../platform/blog.ts';
import { type Make, readDocument } from '../../../platform/http/cache/documents.ts';
import { type Kind, preparePage } from '../../../platform/http/cache/page-cache.ts';
import { postTag, read } from '../../../platform/http/cache/reads.ts';
import { sendCached } from '../../../platform/http/cache/send-cached.ts';
import type { RequestHandler } from '../../../platform/http/exchange.ts';
import { publishedElsewhere } from '../../../platform/http/request/published.ts';
import { urls } from '../../../platform/http/urls.ts';
import { countedPosts } from './api.ts';
import { publicCounts } from './store.ts';

export const countsPath = `${urls.api}/api/counts`;
const keyOf = (id: number): string => `${countsPath}?ids=${id}`;

/** Published pages at another origin may read them, and no others. */
function kindOf(blog: Blog): Kind & { type: string } {
  const origin = publishedElsewhere(blog);
  return {
    type: 'application/json',
    headers: origin === null ? [] : [['access-control-allow-origin', origin]],
  };
}

/** Only the numbers of one post are cached, because combinations of posts can be invented. */
export function keyOfCounts({ searchParams }: URL): string | null {
  const ids = searchParams.get('ids') ?? '';
  return /^[1-9]\d{0,8}$/.test(ids) ? keyOf(Number(ids)) : null;
}

/** The numbers of a public post; without it the answer is not cached, because ids can be invented as well. */
const countsOfPost =
  (id: number): Make =>
  async (blog) => {
    const found = await read(
      blog,
      (db) => publicCounts(db, [id]),
      () => [postTag(id)],
    );
    if (found.length === 0 && blog.reads) blog.reads.isCacheable = false;
    return { ...kindOf(blog), body: JSON.stringify(found) };
  };

/**
 * Sends the numbers of posts from the page cache: every reader of a published page asks for them. The API answers what is not
 * valid, and requests with an access token.
 */
export const sendCounts: RequestHandler = async ({ site, path, search, request, response }) => {
  const { method, headers } = request;
  if (path !== countsPath || (method !== 'GET' && method !== 'HEAD') || headers.authorization) return false;
  const given = countedPosts.safeParse(Object.fromEntries(new URLSearchParams(search)));
  if (!given.success) return false;
  const parts = [];
  for (const id of new Set(given.data.ids)) {
    const part = await readDocument(site, keyOf(id), countsOfPost(id), request);
    if (part && 'etag' in part) parts.push(part);
  }
  const [first] = parts;
  const lists = parts.map(({ forms }) => forms.identity.toString().slice(1, -1));
  const all = () => preparePage(`[${lists.filter(Boolean).join(',')}]`, new Set(), kindOf(site.blog));
  await sendCached(first && parts.length === 1 ? first : all(), request, response);
  return true;
};
