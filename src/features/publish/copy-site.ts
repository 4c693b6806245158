import { countPublicUrls } from '../../core/feeds/store.ts';
import { formerPaths } from '../../core/posts/store/web-titles.ts';
import { listRedirects } from '../../core/redirects/store/redirects.ts';
import type { Blog } from '../../platform/blog.ts';
import { pageSourcePart } from '../../platform/http/pages/page-source.ts';
import { urls } from '../../platform/http/urls.ts';
import { memoryLedger } from './ledger.ts';
import { notFoundPath, Publication, unlinked } from './publication.ts';
import type { Target } from './targets/target.ts';

export type CopyOptions = {
  /** See `Copy`. */
  live?: string | null;
  signal?: AbortSignal | undefined;
  progress?: (stage: string, done: number, total: number) => void;
};

/** Publishes the whole site once. Returns what it links to without having it. */
export async function copySite(
  blog: Blog,
  target: Target,
  { live = null, signal, progress = () => {} }: CopyOptions = {},
): Promise<{ missing: string[] }> {
  // Lists, images and sizes of images are only found on the way.
  const total = filesPerPost * (await countPublicUrls(blog.db)) + otherFiles;
  const missing: string[] = [];
  const former = new Set<string>();
  const ledger = memoryLedger((done) => progress('pages', Math.min(done, total - 1), total));
  const source = await pageSourcePart.of(blog)(blog, live);
  try {
    await ledger.find([...unlinked, notFoundPath]);
    const publication = new Publication(source, target, ledger, {
      ...locationsOf(blog),
      live,
      signal,
      missing: (path) => former.has(path) || missing.push(path),
    });
    await publication.run();
    // After the pages, which have the files of their own.
    for await (const path of redirectsFrom(blog)) former.add(path);
    await ledger.find([...former]);
    await publication.run();
    await publication.finish();
  } finally {
    await source.close();
  }
  progress('pages', total, total);
  return { missing };
}

const filesPerPost = 4;
const otherFiles = 100;

export const locationsOf = (blog: Blog) => ({ siteUrl: blog.siteUrl(), imagesUrl: imagesUrl(blog) });

const anyName = 'a.webp';
/** What the URLs of stored files begin with. */
const imagesUrl = ({ files }: Blog): string => files.url(anyName).slice(0, -anyName.length);

const atOnce = 500;

/** Former URLs of posts and pages, and the redirects of the owner and of imports. */
export async function* redirectsFrom({ db }: Blog): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const titles = await formerPaths(db, last, atOnce);
    for (const title of titles) yield urls.post(title);
    if (titles.length < atOnce) break;
    last = titles.at(-1) ?? '';
  }
  const filter = { search: '', importId: null, order: 'path' } as const;
  for (let offset = 0; ; offset += atOnce) {
    const rows = await listRedirects(db, filter, { limit: atOnce, offset });
    for (const { from_path } of rows) yield from_path;
    if (rows.length < atOnce) return;
  }
}
