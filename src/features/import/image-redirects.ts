import { redirectKey } from '../../core/redirects/redirect-paths.ts';
import { addRedirects } from '../../core/redirects/redirects.ts';
import { deleteRedirectsFrom } from '../../core/redirects/store/redirects.ts';
import type { Db } from '../../platform/db/open.ts';
import { originalImage } from './original-images.ts';

/** The addresses of an image on the server of the source lead to its file here, rather than to the post that it belongs to. */
export async function redirectToImage(
  db: Db,
  urls: readonly string[],
  hash: string,
  { importId, scope, now }: { importId: number; scope: string; now: string },
): Promise<void> {
  const host = URL.parse(scope)?.host;
  const own = [...urls, ...urls.map(originalImage)].filter((url) =>
    url.startsWith('/') ? !url.startsWith('//') : host !== undefined && URL.parse(url)?.host === host,
  );
  const paths = new Set(own.map(redirectKey).filter((key) => key !== null));
  if (paths.size === 0) return;
  await deleteRedirectsFrom(db, [...paths], importId);
  await addRedirects(
    db,
    [...paths].map((from) => ({ from, to: { image: hash } })),
    { importId, now },
  );
}
