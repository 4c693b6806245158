import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { countPublicUrls } from '../../core/feeds/store.ts';
import { formerPaths } from '../../core/posts/store/web-titles.ts';
import { listRedirects } from '../../core/redirects/store/redirects.ts';
import type { Blog } from '../../platform/blog.ts';
import { urls } from '../../platform/http/urls.ts';
import { type CopyWriter, folderWriter } from '../publish/folder-writer.ts';
import { openPageSource } from '../publish/page-source.ts';
import { writeCopy } from '../publish/write-copy.ts';
import type { Progress } from './formats/archive.ts';
import { ExportProblem } from './formats/problem.ts';
import { exportFileExists } from './messages.ts';

type Options = { signal?: AbortSignal | undefined; progress?: Progress };

/** Writes the public site as files that any web server can serve. Returns what the site links to without having it. */
export async function writeStaticCopy(
  blog: Blog,
  writer: CopyWriter,
  { signal, progress = () => {} }: Options = {},
): Promise<{ missing: string[] }> {
  // Lists, images and sizes of images are only found on the way.
  const total = filesPerPost * (await countPublicUrls(blog.db)) + otherFiles;
  const source = await openPageSource(blog);
  try {
    const { missing } = await writeCopy(source, writer, {
      siteUrl: blog.siteUrl(),
      imagesUrl: imagesUrl(blog),
      redirectsFrom: redirectsFrom(blog),
      signal,
      progress: (done) => progress('pages', Math.min(done, total - 1), total),
    });
    progress('pages', total, total);
    return { missing };
  } finally {
    await source.close();
  }
}

const filesPerPost = 4;
const otherFiles = 100;

/** Writes it into a new folder, which appears once it is complete. */
export async function writeStaticFolder(
  blog: Blog,
  folder: string,
  options: Options = {},
): Promise<{ missing: string[] }> {
  if (existsSync(folder)) throw new ExportProblem(exportFileExists(folder));
  const unfinished = path.join(path.dirname(folder), `.unfinished-${path.basename(folder)}`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  try {
    const written = await writeStaticCopy(blog, folderWriter(unfinished), options);
    await rename(unfinished, folder);
    return written;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
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
