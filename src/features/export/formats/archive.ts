import type { Blog } from '../../../platform/blog.ts';
import type { ArchiveContent } from './archive-content.ts';
import {
  commentsFile,
  mediaFile,
  reactionsFile,
  redirectRules,
  redirectsFile,
  settingsFile,
  votesFile,
} from './data-files.ts';
import { FileNames } from './file-names.ts';
import { ghostFile } from './ghost.ts';
import { markdownFile } from './markdown-file.ts';
import { readme } from './readme.ts';
import { dataFiles, siteFiles } from './site-files.ts';
import { wordpressFile } from './wordpress.ts';
import type { ZipWriter } from './zip-writer.ts';

const archiveFormat = 'not-terrible-export';
/** Increased when an older version of this program could not read the archive. */
const archiveVersion = 1;

export type Progress = (stage: string, done: number, total: number) => void;

/** Writes everything into the zip; returns the names of files that were not found. */
export async function writeArchive(
  zip: ZipWriter,
  content: ArchiveContent,
  {
    features,
    signal,
    progress,
  }: { features: Blog['features']; signal?: AbortSignal | undefined; progress: Progress },
): Promise<{ missing: string[] }> {
  const { counts, site } = content;
  const posts = counts.posts + counts.pages;
  const total = 3 * posts + counts.comments + counts.files;
  let done = 0;
  const counter = (stage: string) => (count: number) => {
    signal?.throwIfAborted();
    done += count;
    progress(stage, done, total);
  };
  const watched = (stage: string): ArchiveContent => {
    const written = counter(stage);
    // Some writers read the posts several times; progress counts the first time.
    let isCounted = true;
    return {
      ...content,
      posts: () => {
        const counts = isCounted ? written : () => signal?.throwIfAborted();
        isCounted = false;
        return counting(content.posts(), counts);
      },
    };
  };
  await zip.add(dataFiles.readme, [readme(site, counts)]);
  for (const [path, text] of siteFiles(site)) await zip.add(path, [text]);
  const names = { post: new FileNames(), page: new FileNames() };
  for await (const post of watched('Posts').posts()) {
    const { path, text } = markdownFile(post, names[post.kind]);
    await zip.add(path, [text]);
  }
  await zip.add(dataFiles.comments, commentsFile(content, counter('Comments')));
  await zip.add(dataFiles.reactions, reactionsFile(content));
  await zip.add(dataFiles.votes, votesFile(content));
  await zip.add(dataFiles.redirects, redirectsFile(content));
  await zip.add('_redirects', redirectRules(content));
  await zip.add(dataFiles.settings, settingsFile(content));
  await zip.add(dataFiles.media, mediaFile(content));
  for (const { exports } of features) {
    // A site that never used a feature does not mention it.
    if (!exports || !(await hasRows(content, exports.table))) continue;
    for (const { name, text } of exports.files(content)) await zip.add(name, text);
  }
  await zip.add(dataFiles.wordpress, wordpressFile(watched('WordPress file')));
  await zip.add(dataFiles.ghost, ghostFile(watched('Ghost file')));
  const missing = await writeFiles(zip, content, counter('Images'));
  await zip.add(dataFiles.manifest, [manifest(content, missing)]);
  return { missing };
}

async function hasRows({ rows }: ArchiveContent, table: string): Promise<boolean> {
  for await (const _ of rows(table)) return true;
  return false;
}

async function writeFiles(
  zip: ZipWriter,
  content: ArchiveContent,
  written: (count: number) => void,
): Promise<string[]> {
  const missing: string[] = [];
  for await (const name of content.files()) {
    const bytes = await content.readFile(name);
    if (bytes) await zip.add(`images/${name}`, bytes, { isCompressed: true });
    else missing.push(name);
    written(1);
  }
  return missing;
}

/** The last file of the archive, so that one which was cut off is recognized. */
function manifest({ site, counts }: ArchiveContent, missing: readonly string[]): string {
  const about = {
    format: archiveFormat,
    format_version: archiveVersion,
    made: site.date,
    site_url: site.url,
    product_version: site.version,
    counts,
    missing,
  };
  return `${JSON.stringify(about, null, 2)}\n`;
}

async function* counting<Value>(
  values: AsyncIterable<Value>,
  counted: (count: number) => void,
): AsyncGenerator<Value> {
  for await (const value of values) {
    yield value;
    counted(1);
  }
}
