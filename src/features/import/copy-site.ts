import type { Blog } from '../../platform/blog.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { publicFetcher } from '../../platform/outgoing/fetch-public.ts';
import { fetchSite } from './sources/fetch-site.ts';
import { SiteCopy } from './sources/site-copy.ts';
import { maxPageBytes } from './sources/source-limits.ts';
import { itemByKey, lastImportOf, type StoredImport } from './store/imports.ts';

const delayMs = 1000;
const totalMs = 30_000;

/** Copies the site of an import to its folder; what an interrupted copy or the dry run has fetched is not fetched again. */
export async function copySite(
  blog: Blog,
  { id, url, path }: StoredImport,
  { signal, progress }: JobContext,
): Promise<void> {
  if (url === null) return;
  const accept = 'text/html, application/json;q=0.9, application/xml;q=0.9, */*;q=0.1';
  const { outgoingAllow: allow, outgoingStrangers: strangers } = blog;
  const limits = { maxBytes: maxPageBytes, totalMs, signal };
  using fetcher = publicFetcher({ accept, ...limits, named: url, allow, strangers });
  // Only tests, whose sites are on this machine, name such servers.
  const copy = new SiteCopy(path, fetcher, { delayMs: strangers.length > 0 ? 0 : delayMs, signal });
  const scope = new URL(url);
  const known = { id, format: 'site', scope: scopeOf(scope.href) };
  await fetchSite(copy, scope, {
    since: await lastImportOf(blog.db, url, id),
    isKnown: async (page) => (await itemByKey(blog.db, page, known)) !== undefined,
    progress: (done, total) => progress({ phase: 'fetching', done, total }),
  });
}

/** Where a source was served, in one spelling. */
export function scopeOf(url: string | undefined): string {
  const parsed = URL.parse(url ?? '');
  return parsed
    ? `${parsed.protocol}//${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}`
    : '';
}
