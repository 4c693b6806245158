import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import type { SourceItem } from '../../items.ts';
import type { FormatReader, ReadOptions, SourceCounts } from '../reader.ts';
import { type Bear, bearFile, countBear, readBear } from './bear.ts';
import { blogArchive, countBlogArchive, readBlogArchive } from './blog-archive.ts';
import { ignoredFolder, kindOf } from './kinds.ts';
import { readMarkdownSite } from './read-site.ts';

/** Folders of Markdown files, and the other exports of programs for them. */
export const reader: FormatReader = {
  detects: async (source) =>
    hasTexts(source.entries) || (await blogArchive(source)) !== null || (await bearFile(source)) !== null,
  count: countFiles,
  read,
};

const hasTexts = (entries: readonly SourceEntry[]): boolean =>
  entries.some(
    ({ path }) =>
      ignoredFolder(path) === null &&
      (kindOf(path) === 'markdown' || (kindOf(path) === 'html' && /(?:^|\/)_posts\//.test(path))),
  );

async function* read(source: Source, { timeZone = 'UTC' }: ReadOptions = {}): AsyncGenerator<SourceItem> {
  const archive = await blogArchive(source);
  const bear: Bear | null = archive ? null : await bearFile(source);
  if (archive) yield* readBlogArchive(source, archive);
  else if (bear) yield* readBear(source, bear);
  else yield* readMarkdownSite(source, timeZone);
}

const programFolders = ['node_modules', 'bower_components', '__MACOSX'];
const templateFolders = 'themes layouts _layouts _includes _sass _site archetypes exampleSite'.split(' ');

/** By the endings of names, in all folders that are not those of programs and templates. */
async function countFiles(source: Source): Promise<SourceCounts> {
  const archive = await blogArchive(source);
  if (archive) return countBlogArchive(source, archive);
  const bear = await bearFile(source);
  if (bear) return countBear(source, bear);
  const counts = { 'Markdown file': 0, 'HTML file': 0, 'other text file': 0, image: 0 };
  const isHugo = source.entries.some(({ path }) =>
    /(?:^|\/)(?:hugo\.\w+|config\/_default\/\w+\.\w+)$/.test(path),
  );
  for (const { path } of source.entries) {
    const folders = path.split('/').slice(0, -1);
    const above = folders.includes('content') ? folders.slice(0, folders.indexOf('content')) : folders;
    if (folders.some((folder) => folder.startsWith('.') || programFolders.includes(folder))) continue;
    if (above.some((folder) => templateFolders.includes(folder))) continue;
    if (isHugo && /^(?:[^/]+\/)?public\//.test(path)) continue;
    if (/\.(?:md|markdown|mdown|mkd|mkdn|mdx)$/i.test(path)) counts['Markdown file'] += 1;
    else if (/\.x?html?$/i.test(path)) counts['HTML file'] += 1;
    else if (/\.(?:textile|rst|org|adoc|asciidoc|wiki)$/i.test(path)) counts['other text file'] += 1;
    else if (/\.(?:png|jpe?g|gif|webp|avif|svg|bmp|heic|tiff?)$/i.test(path)) counts.image += 1;
  }
  return new Map(Object.entries(counts));
}
