import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readText } from '../../../../platform/files/text-file.ts';
import { ownName } from './addresses.ts';
import { type Fields, readFields, text, unique } from './fields.ts';
import { type Data, isRecord, readFrontMatter } from './front-matter.ts';
import type { MarkdownSite } from './site.ts';

/** A text with everything that its own file says. */
export type ParsedText = {
  fields: Fields;
  data: Data;
  body: string;
  title: string;
  /** The front matter where it could not be read. */
  unreadable?: { source: string; problem: string };
  hasFrontMatter: boolean;
  categories: readonly string[];
  titleFrom: 'front matter' | 'heading' | 'file name';
  dateFrom: 'front matter' | 'file name' | 'file' | 'nothing';
  date: string | null;
};

export type Context = { now: string; defaults: FolderData };

const dayMs = 24 * 60 * 60 * 1000;

export async function parseText(
  entry: SourceEntry,
  path: string,
  site: MarkdownSite,
  { now, defaults }: Context,
): Promise<ParsedText> {
  const { data: own, body, source, problem } = readFrontMatter(await readText(entry));
  const data: Data = Object.assign(Object.create(null), ...defaultsOf(defaults, site, path), own);
  const isJekyll = site.generator === 'jekyll';
  const fields = readFields(data, { zone: site.zone, now, splitsWords: isJekyll });
  const name = ownName(path);
  const inName = /^(\d{4}-\d{1,2}-\d{1,2})(?:[T_ -]|$)/.exec(name)?.[1];
  const nameDate = inName
    ? readFields({ date: inName }, { zone: site.zone, now, splitsWords: false }).date
    : null;
  const { writtenDate = '' } = fields;
  const isRelative = /^(?:last modified|created|git (?:last modified|created))$/i.test(writtenDate);
  const isUndated = fields.date === null && writtenDate === '' && nameDate === null;
  const takesThatOfFile = isRelative || (isUndated && site.generator === 'plain');
  const modified = takesThatOfFile ? (entry.modified?.toISOString() ?? null) : null;
  const heading = fields.title === undefined ? firstHeading(body) : null;
  const title = fields.title ?? heading?.text ?? nameTitle(name);
  if (isRelative) delete fields.unreadableDate;
  if (/(?:^|\/)_drafts\//.test(path)) fields.status = 'draft';
  const date = fields.date ?? nameDate ?? modified;
  // Copying a folder sets the dates of its files; no text must become public with that of the copy.
  const isCopied = modified !== null && date === modified && Date.parse(now) - Date.parse(modified) < dayMs;
  if (isCopied && fields.status !== 'private') {
    fields.status = 'draft';
    fields.remarks.push('Its file is of today, so it is a draft: give it a date and publish it.');
  }
  return {
    fields,
    data,
    body: heading ? heading.rest : body,
    title,
    ...(problem !== undefined && source !== null ? { unreadable: { source, problem } } : {}),
    hasFrontMatter: source !== null,
    categories: unique([...(isJekyll ? foldersOf(path) : []), ...fields.categories]),
    titleFrom: fields.title !== undefined ? 'front matter' : heading ? 'heading' : 'file name',
    dateFrom: fields.date ? 'front matter' : nameDate ? 'file name' : modified ? 'file' : 'nothing',
    date,
  };
}

/** Jekyll takes the folders above `_posts` as categories. */
function foldersOf(path: string): string[] {
  const at = path.search(/(?:^|\/)_(?:posts|drafts)\//);
  return at <= 0 ? [] : path.slice(0, at).split('/').filter(Boolean);
}

const nameTitle = (name: string): string =>
  name
    .replace(/^\d{4}-\d{1,2}-\d{1,2}[T_ -]?/, '')
    .replace(/[-_]+/g, ' ')
    .trim() || name;

/** A heading of the first level at the beginning of the text, and the text after it. */
function firstHeading(body: string): { text: string; rest: string } | null {
  const start = body.length - body.trimStart().length;
  const end = body.indexOf('\n', start);
  const line = body.slice(start, end === -1 ? undefined : end);
  if (line.length > 500 || !/^#[ \t]/.test(line)) return null;
  const title = line
    .slice(1)
    .trim()
    .replace(/[ \t]#{1,9}$/, '')
    .trim();
  return title === '' ? null : { text: title, rest: end === -1 ? '' : body.slice(end + 1) };
}

/** Front matter of folders, by their prefix: the data files of Eleventy. */
type FolderData = ReadonlyMap<string, Data>;

export async function folderData(source: Source, site: MarkdownSite): Promise<FolderData> {
  const found = new Map<string, Data>();
  if (site.generator !== 'eleventy') return found;
  for (const entry of source.entries) {
    const [file = '', folder = ''] = entry.path.split('/').reverse();
    const isOfFolder = file === `${folder}.json` || file === `${folder}.11tydata.json`;
    if (!isOfFolder || entry.bytes > 100_000 || !entry.path.startsWith(site.root)) continue;
    const { data } = readFrontMatter(await readText(entry));
    found.set(entry.path.slice(site.root.length, -file.length), data);
  }
  return found;
}

function defaultsOf(folders: FolderData, site: MarkdownSite, path: string): Data[] {
  const own = [...folders].filter(([prefix]) => path.startsWith(prefix)).map(([, data]) => data);
  const defaults = Array.isArray(site.settings.defaults) ? site.settings.defaults : [];
  const scoped = defaults.filter(isRecord).flatMap(({ scope, values }) => {
    if (!isRecord(values) || !isRecord(scope)) return [];
    const type = text(scope.type);
    const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(path);
    const isType =
      type === undefined ||
      (type === 'posts' ? isPost : type === 'pages' ? !isPost : path.startsWith(`_${type}/`));
    return isType && path.startsWith(text(scope.path)?.replace(/\*.*$/s, '') ?? '') ? [values] : [];
  });
  return [...own, ...scoped];
}
