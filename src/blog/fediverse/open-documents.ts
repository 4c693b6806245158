import { documentFetcher, type FetchDocument } from '../../fediverse/fetch-document.ts';
import { openSigner } from '../../fediverse/sign-request.ts';
import type { Blog } from '../blog.ts';
import { actorUrl } from './deliver.ts';
import { fediverseKeys } from './keys.ts';

/** Fetches documents of other servers with requests that the blog signs. */
export async function openDocuments(blog: Blog): Promise<FetchDocument> {
  const { outgoingStrangers: strangers } = blog;
  const sign = await openSigner({ actor: actorUrl(blog), keys: await fediverseKeys(blog.db), strangers });
  return documentFetcher({ strangers, sign });
}
