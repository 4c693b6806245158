import { decoded } from '../../../../content/document/url.ts';
import type { Source } from '../../../../platform/files/source.ts';
import type { ImageReference, PostItem, SourceItem, Term } from '../../items.ts';
import { authorItem, categoryItem, feedItems, leftOutFolders, siteItem, tagItem } from '../common-items.ts';
import { ownName, split, urlized } from './addresses.ts';
import { convertText } from './convert-text.ts';
import { text, unique } from './fields.ts';
import { type Data, isRecord } from './front-matter.ts';
import { ignoredFolder, kindOf } from './kinds.ts';
import { Links } from './links.ts';
import { type Context, folderData, type ParsedText, parseText } from './parse-text.ts';
import { type MarkdownSite, readSite } from './site.ts';
import {
  indexTexts,
  isOutside,
  type LeftOut,
  outsideSite,
  relativePath,
  type TextFile,
} from './text-index.ts';

const sourceKinds = {
  markdown: 'Markdown file',
  html: 'HTML file',
  image: 'image',
  text: 'other text file',
  other: 'other files',
} as const;

export async function* readMarkdownSite(source: Source, zone: string): AsyncGenerator<SourceItem> {
  const found = await readSite(source);
  const site = found.settings.timezone === undefined ? { ...found, zone } : found;
  const now = new Date().toISOString();
  const { texts, leftOut } = await indexTexts(source, site, now);
  const links = new Links(site, source.entries, texts);
  const context: Context = { now, defaults: await folderData(source, site) };
  if (site.title !== '' || site.url)
    yield siteItem(site.title, {
      tagline: site.tagline,
      language: site.language,
      url: site.url && `${site.url}/`,
      timeZone: site.settings.timezone === undefined ? undefined : site.zone,
    });
  for (const name of unique(texts.flatMap(({ authors }) => authors.slice(0, 1)))) yield authorItem(name);
  yield* tagItems(site, texts);
  for (const text of texts) yield await textItem(text, site, links, context);
  yield* imageItems(source, site, links);
  for (const one of leftOut) yield leftOutItem(one);
  yield* otherFiles(source, site);
  yield* feeds(site);
}

/** Hugo and Zola have a page for each tag and category. */
function* tagItems(site: MarkdownSite, texts: readonly TextFile[]): Generator<SourceItem> {
  const hasPages = site.generator === 'hugo' || site.generator === 'zola';
  const addresses = (taxonomy: string, name: string) =>
    hasPages
      ? ['', 'index.xml'].map((end) => `${site.basePath}/${taxonomy}/${urlized(name)}/${end}`)
      : undefined;
  for (const tag of terms(texts.flatMap(({ tags }) => tags))) yield tagItem(tag, addresses('tags', tag.name));
  for (const one of terms(texts.flatMap(({ categories }) => categories)))
    yield categoryItem(one.slug, [one], addresses('categories', one.name));
}

/** Each name once; the first spelling of those with one name in URLs. */
function terms(names: readonly string[]): Required<Term>[] {
  const found = new Map<string, Required<Term>>();
  for (const name of names) {
    const slug = urlized(name) || name;
    if (!found.has(slug)) found.set(slug, { name, slug });
  }
  return [...found.values()];
}

async function textItem(
  text: TextFile,
  site: MarkdownSite,
  links: Links,
  context: Context,
): Promise<SourceItem> {
  const parsed = await parseText(text.entry, text.path, site, context);
  const common = { key: `file:${text.path}`, sourceKind: sourceKinds[kindOf(text.path)], label: text.title };
  const { fields } = parsed;
  if (fields.redirectTo !== undefined && text.addresses[0] !== undefined)
    return { kind: 'redirect', ...common, from: text.addresses[0], to: fields.redirectTo };
  const converted = convertText(parsed, text, site, links);
  const image = mainImage(parsed, text, links);
  if (image?.file) converted.files.set(image.url, image.file);
  const isHome = text.addresses[0] === `${site.basePath}/`;
  const language = text.language ?? (text.translations ? site.language : undefined);
  const remarks = [...remarksOn(parsed, isHome), ...converted.remarks];
  return {
    kind: text.kind,
    ...common,
    title: text.title,
    slug: slugOf(text, parsed, site, isHome),
    html: converted.html,
    original: parsed.body,
    ...(fields.summary ? { summary: fields.summary } : {}),
    date: parsed.date,
    updated: fields.updated,
    status: fields.status,
    ...(fields.authors[0] ? { author: `author:${fields.authors[0]}` } : {}),
    tags: ownTags(site, fields.tags),
    categories: terms(parsed.categories).map((category) => [category]),
    ...(language ? { language } : {}),
    ...(text.translations ? { translations: text.translations } : {}),
    ...(fields.commentsOpen === undefined ? {} : { commentsOpen: fields.commentsOpen }),
    ...(image ? { mainImage: image } : {}),
    ...(converted.files.size > 0 ? { files: converted.files } : {}),
    folder: split(text.entry.path).folder.replace(/\/$/, ''),
    ...(isHome ? {} : { addresses: text.addresses }),
    ...(remarks.length > 0 ? { remarks } : {}),
  } satisfies PostItem;
}

/** Eleventy makes lists of posts with tags of these names. */
function ownTags({ generator }: MarkdownSite, names: readonly string[]): Term[] {
  return terms(
    generator === 'eleventy' ? names.filter((name) => !/^(?:posts?|all|nav|pages?)$/.test(name)) : names,
  );
}

function remarksOn(parsed: ParsedText, isHome: boolean): string[] {
  const { fields, unreadable, titleFrom, dateFrom } = parsed;
  const remarks = [...fields.remarks];
  if (unreadable)
    remarks.push(
      `Its front matter could not be read as a whole (${unreadable.problem}): ${unreadable.source.trim().slice(0, 2000)}`,
    );
  if (fields.unreadableDate !== undefined)
    remarks.push(`Its date could not be read: ${fields.unreadableDate.slice(0, 100)}`);
  if (dateFrom === 'file') remarks.push('It has no date, so that of its file was taken.');
  if (titleFrom === 'file name') remarks.push('It has no title, so that of its file was taken.');
  if (fields.authors.length > 1)
    remarks.push(`It has more authors: ${fields.authors.slice(1, 20).join(', ')}.`);
  if (isHome) remarks.push('It was the home page, which shows the list of posts here.');
  return remarks;
}

function slugOf(text: TextFile, { fields }: ParsedText, site: MarkdownSite, isHome: boolean): string {
  const name = ownName(text.path).replace(/^\d{4}-\d{1,2}-\d{1,2}[-_ ](?=.)/, '');
  const address = decoded(text.addresses[0] ?? '')
    .slice(site.basePath.length)
    .replace(/[?#].*$/s, '')
    .replace(/(?:\/index)?\.\w{2,5}$|\/$/, '');
  if (text.kind === 'page') return isHome ? '/home' : address || `/${fields.slug ?? name}`;
  const last = address.slice(address.lastIndexOf('/') + 1);
  return fields.slug ?? (/[\p{L}\p{N}]/u.test(last) ? last : name);
}

function mainImage({ fields, data }: ParsedText, text: TextFile, links: Links): ImageReference | null {
  const named = fields.image ?? resourceImage(data.resources) ?? links.bundleCover(text);
  if (!named) return null;
  const { url, file } = links.image(named, text);
  return {
    url,
    ...(file === undefined ? {} : { file }),
    ...(fields.imageAlt ? { alt: fields.imageAlt } : {}),
    ...(fields.imageCaption ? { caption: fields.imageCaption } : {}),
  };
}

/** `resources` of Hugo give names to the files of a bundle. */
function resourceImage(resources: unknown): string | undefined {
  const all: unknown[] = Array.isArray(resources) ? resources : [];
  const isCover = ({ name, src }: Data) =>
    /cover|feature|thumbnail|header/i.test(String(name)) &&
    typeof src === 'string' &&
    kindOf(src) === 'image';
  return text(all.filter(isRecord).find(isCover)?.src);
}

function* imageItems(source: Source, site: MarkdownSite, links: Links): Generator<SourceItem> {
  for (const { path } of source.entries) {
    if (kindOf(path) !== 'image' || isOutside(site, path)) continue;
    const own = relativePath(site, path);
    const common = { key: `file:${own ?? path}`, sourceKind: sourceKinds.image, label: path };
    if (own === null) yield { kind: 'left-out', ...common, reason: outsideSite };
    else {
      const url = links.fileUrl(own);
      yield { kind: 'attachment', ...common, image: { url, file: path }, addresses: [url] };
    }
  }
}

const leftOutItem = ({ entry, path, reason }: LeftOut): SourceItem => ({
  kind: 'left-out',
  key: `file:${path}`,
  sourceKind: sourceKinds[kindOf(entry.path)],
  label: entry.path,
  reason,
});

/** Templates, styles, scripts and data: one item per folder, because there are thousands of them. */
function* otherFiles(source: Source, site: MarkdownSite): Generator<SourceItem> {
  const paths = source.entries
    .map(({ path }) => path)
    .filter((path) => kindOf(path) === 'other' || isOutside(site, path))
    .filter((path) => !site.settingsFiles.includes(path));
  yield* leftOutFolders(
    paths.map((path) => ignoredFolder(path) ?? topFolder(path, site.root)),
    source.name,
    'They are neither texts nor images of posts.',
  );
}

const topFolder = (path: string, root: string): string => path.slice(0, path.indexOf('/', root.length) + 1);

/** Feeds of the source lead to that of this site. */
function* feeds(site: MarkdownSite): Generator<SourceItem> {
  const paths: Record<string, string[]> = {
    hugo: ['/index.xml', '/post/index.xml', '/posts/index.xml', '/blog/index.xml'],
    zola: ['/atom.xml', '/rss.xml'],
    jekyll: ['/atom.xml', '/feed.xml', '/rss.xml'],
    eleventy: ['/feed/feed.xml', '/feed.xml'],
  };
  const own = (paths[site.generator] ?? []).map((path) => `${site.basePath}${path}`);
  yield* feedItems(own.filter((path) => path !== '/feed.xml'));
}
