import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import type { LeftOutItem } from '../../items.ts';
import { leftOutFiles } from '../common-items.ts';

/** What a file of a folder may be, by its name alone. */
type FileKind = 'markdown' | 'html' | 'text' | 'image' | 'other';

const kinds: [RegExp, FileKind][] = [
  [/\.(?:md|markdown|mdown|mkdn?|mdx)$/i, 'markdown'],
  [/\.x?html?$/i, 'html'],
  [/\.(?:textile|rst|org|adoc|asciidoc|wiki)$/i, 'text'],
  [/\.(?:png|jpe?g|gif|webp|avif|svg|bmp|heic|tiff?)$/i, 'image'],
];

export const kindOf = (path: string): FileKind =>
  kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';

const programs = /^(?:\..+|node_modules|bower_components|__MACOSX)$/;
const templates = /^(?:themes|layouts|_layouts|_includes|_sass|_site|archetypes|exampleSite)$/;

/** The folder of programs, templates or generated pages that a file is in, with a slash at its end. */
export function ignoredFolder(path: string): string | null {
  const folders = path.split('/').slice(0, -1);
  const content = folders.indexOf('content');
  const at = folders.findIndex(
    (folder, index) =>
      programs.test(folder) || (templates.test(folder) && (content === -1 || index < content)),
  );
  return at === -1 ? null : `${folders.slice(0, at + 1).join('/')}/`;
}

export const imageCount = ({ entries }: Source): [kind: string, count: number] => [
  'image',
  entries.filter(({ path }) => kindOf(path) === 'image').length,
];

/** What lies beside the file that has all posts. */
export const repeatedFiles = ({ entries }: Source, file: SourceEntry): Generator<LeftOutItem> =>
  leftOutFiles(
    entries.filter((one) => one !== file && kindOf(one.path) !== 'image'),
    'other files',
    'It repeats the posts, or is neither a text nor an image.',
  );
