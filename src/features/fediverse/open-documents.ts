import type { Blog } from '../../platform/blog.ts';
import { actorUrl } from './deliver.ts';
import { documentFetcher, type FetchDocument } from './signing/fetch-document.ts';
import { openSigner } from './signing/sign-request.ts';
import { fediverseKeys } from './site-keys.ts';

/** Fetches documents of other servers with requests that the blog signs. */
export async function openDocuments(blog: Blog): Promise<FetchDocument> {
  const { outgoingStrangers: strangers } = blog;
  const sign = await openSigner({ actor: actorUrl(blog), keys: await fediverseKeys(blog.db), strangers });
  return documentFetcher({ strangers, sign });
}
