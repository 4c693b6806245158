import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readerOf, type SourceCounts } from '../reader.ts';
import { bear } from './bear.ts';
import { microBlog } from './blog-archive.ts';
import { ignoredFolder, kindOf } from './kinds.ts';
import { readMarkdownSite } from './read-site.ts';

/** The folders of static site generators and notes. */
const folder = readerOf(
  async (source) => (hasTexts(source.entries) ? source : null),
  countFiles,
  (source, _source, { timeZone = 'UTC' }) => readMarkdownSite(source, timeZone),
);

export const reader = readerOf(
  async (source) => {
    for (const one of [microBlog, bear, folder]) if (await one.detects(source)) return one;
    return null;
  },
  (one, source) => one.count(source),
  (one, source, options) => one.read(source, options),
);

const hasTexts = (entries: readonly SourceEntry[]): boolean =>
  entries.some(
    ({ path }) =>
      ignoredFolder(path) === null &&
      (kindOf(path) === 'markdown' || (kindOf(path) === 'html' && /(?:^|\/)_posts\//.test(path))),
  );

const programFolders = ['node_modules', 'bower_components', '__MACOSX'];
const templateFolders = 'themes layouts _layouts _includes _sass _site archetypes exampleSite'.split(' ');

/** By the endings of names, in all folders that are not those of programs and templates. */
function countFiles(source: Source): SourceCounts {
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
