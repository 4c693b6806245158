import type { Blog } from '../../platform/blog.ts';
import { actorUrl } from './deliver.ts';
import { documentFetcher, type FetchDocument, type Sign } from './signing/fetch-document.ts';
import { signatureHeaders } from './signing/http-signatures.ts';
import { signingKey } from './signing/keys.ts';
import { fediverseKeys } from './site-keys.ts';

/** Fetches documents of other servers with requests that the blog signs. */
export async function openDocuments(blog: Blog): Promise<FetchDocument> {
  const { outgoingStrangers: strangers } = blog;
  const key = signingKey(actorUrl(blog), await fediverseKeys(blog.db));
  // Servers in "secure mode" answer no other requests.
  const sign: Sign = (url, headers) =>
    signatureHeaders({ method: 'GET', url, headers, body: null }, key, { form: 'draft12', now: new Date() });
  return documentFetcher({ strangers, sign });
}
