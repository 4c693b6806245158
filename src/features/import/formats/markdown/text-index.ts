import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { TooLarge } from '../../../../platform/files/text-file.ts';
import { canonicalLanguage } from '../../../../platform/web/languages.ts';
import { addressOf } from './addresses.ts';
import { type Fields, unique } from './fields.ts';
import { ignoredFolder, kindOf } from './kinds.ts';
import { folderData, type ParsedText, parseText } from './parse-text.ts';
import type { ContentFolder, MarkdownSite } from './site.ts';
import { type Candidate, decideKinds, reasonByContent, reasonByPath } from './text-kinds.ts';

/** What is remembered of each text while the others are read: enough for links, terms and addresses. */
export type TextFile = {
  entry: SourceEntry;
  /** Relative to the root of the site. */
  path: string;
  kind: 'post' | 'page';
  title: string;
  date: string | null;
  /** All addresses; the first is that of the site. */
  addresses: readonly string[];
  tags: readonly string[];
  categories: readonly string[];
  authors: readonly string[];
  language?: string;
  translations?: string;
};

type IndexedText = TextFile & Candidate;

export type LeftOut = { entry: SourceEntry; path: string; reason: string };
type TextIndex = { texts: TextFile[]; leftOut: LeftOut[] };

/** Reads the front matter of every text, because links and addresses need those of the others. */
export async function indexTexts(source: Source, site: MarkdownSite, now: string): Promise<TextIndex> {
  const texts: IndexedText[] = [];
  const leftOut: LeftOut[] = [];
  const defaults = await folderData(source, site);
  for (const entry of source.entries) {
    const path = relativePath(site, entry.path);
    const kind = kindOf(entry.path);
    if (kind === 'image' || kind === 'other' || isOutside(site, entry.path)) continue;
    const found = path === null ? outsideSite : await indexOne(path, entry);
    if (typeof found === 'string') leftOut.push({ entry, path: path ?? entry.path, reason: found });
    else texts.push(found);
  }
  decideKinds(site, texts);
  groupTranslations(texts);
  return { texts, leftOut };

  async function indexOne(path: string, entry: SourceEntry): Promise<IndexedText | string> {
    const folder = site.content.find(({ prefix }) => path.startsWith(prefix));
    const outside = reasonByPath(site, path, folder);
    if (outside) return outside;
    const parsed = await parseText(entry, path, site, { now, defaults }).catch((error: unknown) => {
      if (error instanceof TooLarge) return error.message;
      throw error;
    });
    if (typeof parsed === 'string') return parsed;
    return reasonByContent(site, path, parsed) ?? describe(path, entry, folder, parsed);
  }

  function describe(
    path: string,
    entry: SourceEntry,
    folder: ContentFolder | undefined,
    parsed: ParsedText,
  ): IndexedText {
    const { fields, title, date, categories } = parsed;
    const below = path.slice(folder?.prefix.length ?? 0);
    const named = languageInName(site, below);
    const own = fields.language ? canonicalLanguage(fields.language.replace('_', '-')) : null;
    const language = named?.language ?? folder?.language ?? own ?? undefined;
    const plainPath = named?.path ?? below;
    const place = { path: plainPath, fields: { ...fields, date }, categories, title, language };
    const isPage = fields.isPage ?? (/^pages?$/i.test(fields.layout ?? '') ? true : undefined);
    const addresses = wallTimes(site, fields, date)
      .flatMap((wall) => addressOf(site, { ...place, wall }) ?? [])
      .filter(isWhole)
      .map(encodedPath);
    const aliases = fields.aliases.map((alias) => aliasPath(alias, addresses[0] ?? '/', site.basePath));
    return {
      entry,
      path,
      kind: 'post' as const,
      title,
      date,
      addresses: unique([...addresses, ...aliases]),
      tags: fields.tags,
      categories,
      authors: fields.authors,
      ...(language ? { language } : {}),
      translations: fields.translationKey && language ? `key ${fields.translationKey}` : plainPath,
      plainPath,
      ...(isPage === undefined ? {} : { isPage }),
      section: plainPath.includes('/') ? (plainPath.split('/', 1)[0] ?? '') : '',
    };
  }
}

export const outsideSite = 'It is outside the folder of the site.';

/** The path below the root of the site; null for files elsewhere. */
export const relativePath = ({ root }: MarkdownSite, path: string): string | null =>
  path.startsWith(root) ? path.slice(root.length) : null;

/** Whether a file belongs to programs, templates or generated pages. */
export const isOutside = (site: MarkdownSite, path: string): boolean =>
  ignoredFolder(path) !== null || (site.hasGeneratedPages && path.startsWith(`${site.root}public/`));

/** The date of URLs: as it is written, and in the time zone of the site, where that differs. */
function wallTimes(
  { zone, settings, generator }: MarkdownSite,
  fields: Fields,
  date: string | null,
): (string | null)[] {
  if (date === null) return [null];
  const inZone = Temporal.Instant.from(date)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
  const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2}))?/.exec(
    fields.date ? (fields.writtenDate ?? '') : '',
  );
  const asWritten = written ? `${written[1]}T${written[2] ?? '00:00:00'}` : inZone;
  const order =
    generator === 'jekyll' && settings.timezone !== undefined ? [inZone, asWritten] : [asWritten, inZone];
  return unique(order);
}

/** Patterns of dates stay open for a text without one. */
const isWhole = (address: string): boolean => !/\/:[a-z_]{3,}/.test(address);

const encodedPath = (path: string): string => {
  const url = URL.parse(path, 'https://site.invalid');
  return url ? url.pathname + url.search : path;
};

function aliasPath(alias: string, address: string, basePath: string): string {
  if (/^https?:\/\//.test(alias)) return alias;
  if (alias.startsWith('/')) return encodedPath(`${basePath}${alias}`);
  // Relative to the folder that the text itself is in.
  const parent = address.replace(/\/$/, '');
  return encodedPath(`${parent.slice(0, parent.lastIndexOf('/') + 1)}${alias}`);
}

// Languages

function languageInName(site: MarkdownSite, path: string): { language: string; path: string } | null {
  const match = /^(.*)\.([a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)(\.\w+)$/.exec(path);
  if (!match) return null;
  const [, name = '', tag = '', extension = ''] = match;
  if (!site.languages.has(tag.toLowerCase())) return null;
  return { language: canonicalLanguage(tag.replace('_', '-')) ?? tag, path: `${name}${extension}` };
}

function groupTranslations(texts: TextFile[]): void {
  const members = new Map<string, Set<string>>();
  for (const { translations = '', language = '' } of texts)
    members.getOrInsertComputed(translations, () => new Set()).add(language);
  for (const one of texts) if ((members.get(one.translations ?? '')?.size ?? 0) < 2) delete one.translations;
}
