import type { Db } from '../../db/open.ts';
import { originalImage } from '../../rules/original-images.ts';
import { redirectKey } from '../../rules/redirect-paths.ts';
import { deleteRedirectsFrom } from '../../store/redirects.ts';
import { addRedirects } from '../site/redirects.ts';

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
