import { urls } from '../../contract/urls.ts';
import type { CopyWriter } from '../../export/static/folder-writer.ts';
import { openPageSource } from '../../export/static/page-source.ts';
import { writeCopy } from '../../export/static/write-copy.ts';
import { listRedirects } from '../../store/redirects.ts';
import { formerPaths } from '../../store/web-titles.ts';
import type { Blog } from '../blog.ts';

type Options = { signal?: AbortSignal | undefined; progress?: (done: number, known: number) => void };

/** Writes the public site as files that any web server can serve. Returns what the site links to without having it. */
export async function writeStaticCopy(
  blog: Blog,
  writer: CopyWriter,
  options: Options = {},
): Promise<{ missing: string[]; files: number }> {
  const source = await openPageSource(blog);
  try {
    return await writeCopy(source, writer, {
      ...options,
      siteUrl: blog.siteUrl(),
      imagesUrl: imagesUrl(blog),
      redirectsFrom: redirectsFrom(blog),
    });
  } finally {
    await source.close();
  }
}

const anyName = 'a.webp';
/** What the URLs of stored files begin with. */
const imagesUrl = ({ files }: Blog): string => files.url(anyName).slice(0, -anyName.length);

const atOnce = 500;

/** Former URLs of posts and pages, and the redirects of the owner and of imports. */
async function* redirectsFrom({ db }: Blog): AsyncGenerator<string> {
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
