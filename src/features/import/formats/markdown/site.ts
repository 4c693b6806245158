import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning, readText } from '../../../../platform/files/text-file.ts';
import { canonicalLanguage, isTimeZone } from '../../../../platform/web/languages.ts';
import { oneOf, text } from './fields.ts';
import { type Data, isRecord, readSettings } from './front-matter.ts';
import { ignoredFolder, kindOf } from './kinds.ts';

export type Generator = 'hugo' | 'zola' | 'jekyll' | 'eleventy' | 'plain';

/** A folder of texts; the language is known where it has one of its own. */
export type ContentFolder = { prefix: string; language?: string };

/** What the settings of a static site generator say. All paths are relative to `root`. */
export type MarkdownSite = {
  generator: Generator;
  /** The folder with the settings, with a slash at its end; empty for the source itself. */
  root: string;
  settings: Data;
  /** Whether `public` is what Hugo writes, rather than a folder of files. */
  hasGeneratedPages: boolean;
  /** The files that the settings were read from. */
  settingsFiles: readonly string[];
  title: string;
  tagline?: string;
  /** Without a slash at its end. */
  url?: string;
  /** The path of the site on its host: `/blog`, or nothing. */
  basePath: string;
  zone: string;
  language?: string;
  languages: ReadonlySet<string>;
  content: readonly ContentFolder[];
  /** Folders whose files are served at the root of the site. */
  staticFolders: readonly string[];
};

const settingsSize = 1024 * 1024;

export async function readSite(source: Source): Promise<MarkdownSite> {
  const found = findSettings(source.entries);
  const settings: Record<string, unknown> = Object.create(null);
  const settingsFiles: string[] = [];
  for (const entry of found.files) {
    const data = readSettings(entry.path, await readText(entry, settingsSize).catch(() => ''));
    // In `config/_default` each file is a table of its own: `languages.toml`, `permalinks.toml` …
    const table = /\/_default\/([a-z]+)\.\w+$/.exec(entry.path)?.[1];
    if (!table || table === 'hugo' || table === 'config') Object.assign(settings, data);
    else settings[table] = isRecord(settings[table]) ? Object.assign(settings[table], data) : data;
    settingsFiles.push(entry.path);
  }
  const isZola =
    'base_url' in settings || (found.content !== undefined && (await hasZolaTables(source.entries)));
  const generator = found.generator === 'hugo' && isZola ? 'zola' : found.generator;
  const hasGeneratedPages = settingsFiles.some((path) =>
    /(?:^|\/)(?:hugo\.\w+|config\/_default\/\w+\.\w+)$/.test(path),
  );
  const site = describe(generator, found.root, settings);
  const content = withLanguages(
    found.content === undefined ? site.content : [{ prefix: found.content }],
    source.entries.flatMap(({ path }) =>
      path.startsWith(found.root) ? [path.slice(found.root.length)] : [],
    ),
  );
  const languages = content.flatMap(({ language }) => language?.toLowerCase() ?? []);
  return {
    ...site,
    content,
    languages: new Set([...site.languages, ...languages]),
    settingsFiles,
    hasGeneratedPages,
  };
}

/** Only Zola has these tables in front matter. */
async function hasZolaTables(entries: readonly SourceEntry[]): Promise<boolean> {
  for (const entry of entries.filter(({ path }) => kindOf(path) === 'markdown').slice(0, 50))
    if (/^\+\+\+[\s\S]*^\[(?:taxonomies|extra)\]$/m.test(await readBeginning(entry, 2000))) return true;
  return false;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The language of a folder that is named after one, such as `de` or `zh-cn`. */
function languageNamed(folder: string): string | null {
  const tag =
    /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(folder) && canonicalLanguage(folder.replace('_', '-'));
  return tag && languageNames.of(tag) !== undefined ? tag : null;
}

/** Where all texts are in folders of languages (`content/de/`), each of these is a folder of texts. */
function withLanguages(
  folders: readonly ContentFolder[],
  paths: readonly string[],
): readonly ContentFolder[] {
  const [only] = folders;
  if (!only || folders.length > 1) return folders;
  const texts = paths.filter((path) => kindOf(path) === 'markdown' && path.startsWith(only.prefix));
  const below = texts.map((path) => path.slice(only.prefix.length)).filter((path) => path.includes('/'));
  const names = [...new Set(below.map((path) => path.slice(0, path.indexOf('/'))))];
  const found = names.flatMap((name) => {
    const language = languageNamed(name);
    return language ? [{ prefix: `${only.prefix}${name}/`, language }] : [];
  });
  return found.length > 1 && found.length === names.length ? [...found, only] : folders;
}

function describe(
  generator: Generator,
  root: string,
  settings: Data,
): Omit<MarkdownSite, 'settingsFiles' | 'hasGeneratedPages'> {
  const languages = isRecord(settings.languages) ? settings.languages : {};
  const language = canonicalLanguage(
    oneOf(settings, 'defaultcontentlanguage', 'default_language', 'languagecode', 'lang') ??
      text(settings.locale)?.replace('_', '-') ??
      text(settings.language) ??
      '',
  );
  const own = isRecord(languages[language ?? '']) ? (languages[language ?? ''] as Data) : {};
  const params = isRecord(settings.params) ? settings.params : {};
  const zone = text(settings.timezone) ?? '';
  const url = siteUrl(generator, settings);
  const tagline = oneOf(settings, 'tagline', 'description', 'subtitle') ?? text(params.description);
  return {
    generator,
    root,
    settings,
    title: text(settings.title) ?? text(own.title) ?? text(settings.name) ?? '',
    ...(tagline ? { tagline } : {}),
    ...(url ? { url: url.origin + url.pathname.replace(/\/$/, '') } : {}),
    basePath: basePath(generator, settings, url),
    zone: isTimeZone(zone) ? zone : 'UTC',
    ...(language ? { language } : {}),
    languages: new Set([...Object.keys(languages), ...(language ? [language.toLowerCase()] : [])]),
    content: contentFolders(generator, settings, languages),
    staticFolders: staticFolders(generator, settings),
  };
}

function siteUrl(generator: Generator, settings: Data): URL | null {
  const written = text(settings.baseurl) ?? '';
  const base =
    generator === 'jekyll' ? `${text(settings.url) ?? ''}${written}` : (text(settings.base_url) ?? written);
  const url = URL.parse(base.startsWith('//') ? `https:${base}` : base);
  const isPlaceholder =
    !url ||
    !/^https?:$/.test(url.protocol) ||
    /^(?:localhost|127\.|example\.(?:com|org)$)/.test(url.hostname);
  return isPlaceholder && !/^https?:\/\/[^/]*example\.org/.test(base) ? null : url;
}

function basePath(generator: Generator, settings: Data, url: URL | null): string {
  const path =
    generator === 'jekyll' ? (text(settings.baseurl) ?? text(settings.root) ?? '') : (url?.pathname ?? '');
  if (/^https?:/.test(path)) return url?.pathname.replace(/\/$/, '') ?? '';
  const segments = path.split('/').filter(Boolean);
  return segments.length > 0 ? `/${segments.join('/')}` : '';
}

function contentFolders(generator: Generator, settings: Data, languages: Data): ContentFolder[] {
  if (generator === 'hugo' || generator === 'zola') {
    const folder = (value: unknown) => `${(text(value) ?? 'content').replace(/^\.?\/|\/$/g, '')}/`;
    const own = Object.entries(languages).flatMap(([language, table]) =>
      isRecord(table) && text(table.contentdir) ? [{ prefix: folder(table.contentdir), language }] : [],
    );
    // The longest prefix first, because one folder may be inside another.
    return [...own, { prefix: folder(settings.contentdir) }].sort(
      (a, b) => b.prefix.length - a.prefix.length,
    );
  }
  const source = generator === 'jekyll' ? (text(settings.source) ?? text(settings.source_dir) ?? '') : '';
  const inside = source.replace(/^\.?\/?|\/$/g, '');
  return inside ? [{ prefix: `${inside}/` }] : [{ prefix: '' }];
}

function staticFolders(generator: Generator, settings: Data): string[] {
  if (generator === 'hugo' || generator === 'zola') {
    const given = settings.staticdir;
    const own = (Array.isArray(given) ? given : [given]).flatMap((one) => text(one) ?? []);
    return [...own.map((one) => `${one.replace(/\/$/, '')}/`), 'static/', 'assets/'];
  }
  return ['', 'src/', 'public/', 'static/', 'source/', 'content/'];
}

/** `content` is the folder of texts where no settings name it. */
type Found = { generator: Generator; root: string; files: SourceEntry[]; content?: string };

const marks: [RegExp, Generator][] = [
  [/^(.*\/)?hugo\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^(.*\/)?config\/_default\/[a-z]+\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^(.*\/)?_config\.(?:ya?ml|toml)$/, 'jekyll'],
  [/^(.*\/)?(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/, 'eleventy'],
  [/^(.*\/)?config\.(?:toml|ya?ml|json)$/, 'hugo'],
];

/** The settings nearest to the root: themes and examples have settings of their own further down. */
function findSettings(entries: readonly SourceEntry[]): Found {
  let best: (Found & { depth: number; rank: number }) | undefined;
  for (const entry of entries) {
    if (entry.path.length > 1000 || ignoredFolder(entry.path) !== null) continue;
    const rank = marks.findIndex(([pattern]) => pattern.test(entry.path));
    const [pattern, generator] = marks[rank] ?? [];
    if (!pattern || !generator) continue;
    const root = pattern.exec(entry.path)?.[1] ?? '';
    const depth = root.split('/').length;
    // A config.toml alone may belong to any program.
    if (rank === 4 && !entries.some(({ path }) => path.startsWith(`${root}content/`))) continue;
    if (best && best.root === root && best.generator === generator) best.files.push(entry);
    else if (!best || depth < best.depth || (depth === best.depth && rank < best.rank))
      best = { generator, root, files: [entry], depth, rank };
  }
  if (best) return best;
  const jekyll = entries.find(({ path }) => /(?:^|\/)_posts\//.test(path));
  if (jekyll)
    return { generator: 'jekyll', root: jekyll.path.slice(0, jekyll.path.indexOf('_posts/')), files: [] };
  return withoutSettings(entries);
}

/** `content` of Hugo or Zola alone: its lists are described by `_index.md`, or its folders are languages. */
function withoutSettings(entries: readonly SourceEntry[]): Found {
  const root = commonFolder(entries);
  const isContent = /(?:^|\/)content\/$/.test(root);
  const top = isContent ? root.slice(0, -'content/'.length) : root;
  const content =
    isContent || entries.some(({ path }) => path.startsWith(`${top}content/`)) ? 'content/' : '';
  const paths = entries.map(({ path }) => path.slice(top.length));
  const hasLists = paths.some(
    (path) => path.startsWith(content) && /(?:^|\/)_index(?:\.[\w-]{2,8})?\.md$/.test(path),
  );
  const isSite = hasLists || withLanguages([{ prefix: content }], paths).length > 1;
  if (!isSite) return { generator: 'plain', root, files: [] };
  return { generator: 'hugo', root: top, files: [], content };
}

/** Archives often have everything in one folder. */
function commonFolder(entries: readonly SourceEntry[]): string {
  const first = entries[0]?.path ?? '';
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && entries.every(({ path }) => path.startsWith(folder)) ? folder : '';
}
