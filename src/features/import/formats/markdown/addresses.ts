import { type Fields, text } from './fields.ts';
import { isRecord } from './front-matter.ts';
import type { MarkdownSite } from './site.ts';

/** A text file, as far as its URL depends on it. */
type Place = {
  /** Below the folder of texts, without the language in its name: `post/tea.md`. */
  path: string;
  fields: Fields;
  /** Categories of Jekyll that come from folders are among these. */
  categories: readonly string[];
  title: string;
  language: string | undefined;
  /** The date as calendar and clock of the author showed it. */
  wall: string | null;
};

/** Where the site served a text: a path with everything before it, or null when that is not known. */
export function addressOf(site: MarkdownSite, place: Place): string | null {
  const own = place.fields.url;
  if (site.generator === 'jekyll') return prefixed(site.basePath, jekyllPath(site, place));
  const language = languagePrefix(site, place.language);
  if (own !== undefined && !own.includes('{')) {
    if (/^https?:\/\//.test(own)) return pathOfUrl(own);
    // A `url` of Hugo with a slash at its beginning is the whole path.
    const isWhole = own.startsWith('/') || site.generator === 'eleventy';
    const hasName = own.endsWith('/') || /\.[a-z]{2,5}$/i.test(own) || site.generator === 'plain';
    return prefixed(
      site.basePath,
      `${isWhole ? '' : language}/${own.replace(/^\//, '')}${hasName ? '' : '/'}`,
    );
  }
  if (own !== undefined || site.generator === 'plain') return null;
  return prefixed(site.basePath, language + generatedPath(site, place));
}

const prefixed = (base: string, path: string): string => `${base}/${path.replace(/^\/+/, '')}`;

function pathOfUrl(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && parsed.pathname + parsed.search;
}

function languagePrefix({ generator, language, settings }: MarkdownSite, own: string | undefined): string {
  if (!own || (generator !== 'hugo' && generator !== 'zola')) return '';
  const isDefault = own.toLowerCase() === language?.toLowerCase();
  return isDefault && settings.defaultcontentlanguageinsubdir !== true ? '' : `/${own.toLowerCase()}`;
}

// Hugo, Zola, Eleventy

function generatedPath(site: MarkdownSite, place: Place): string {
  const { folder, name } = split(place.path);
  const isBundle = /^_?index$/.test(name);
  const folders = folder.split('/').filter(Boolean);
  const ending = site.settings.uglyurls === true ? '.html' : '/';
  const ownName = isBundle ? (folders.pop() ?? '') : name;
  if (ownName === '') return '/';
  if (site.generator === 'eleventy') return `/${[...folders, ownName.replace(datePrefix, '')].join('/')}/`;
  const pattern =
    site.generator === 'hugo' && name !== '_index' ? permalinkOf(site, folders[0] ?? '') : undefined;
  if (pattern) return filled(pattern, hugoValues(place, folders, ownName));
  const slug = place.fields.slug ?? (site.generator === 'zola' ? ownName.replace(datePrefix, '') : ownName);
  const path = [...folders, slug].map((segment) => urlized(segment)).join('/');
  return `/${path}${ending}`;
}

const datePrefix = /^\d{4}-\d{2}-\d{2}(?:[T_][\d:-]{1,20})?[-_](?=.)/;

function permalinkOf({ settings }: MarkdownSite, section: string): string | undefined {
  const table = isRecord(settings.permalinks) ? settings.permalinks : {};
  const page = isRecord(table.page) ? table.page : {};
  return text(page[section]) ?? text(table[section]) ?? undefined;
}

function hugoValues({ fields, title, wall }: Place, folders: string[], name: string): Values {
  const [filename, slugorfilename] = [urlized(name), urlized(fields.slug || name)];
  return {
    ...dateValues(wall),
    section: urlized(folders[0] ?? ''),
    sections: folders.map(urlized).join('/'),
    title: urlized(title),
    slug: urlized(fields.slug || title),
    filename,
    contentbasename: filename,
    slugorfilename,
    slugorcontentbasename: slugorfilename,
  };
}

/** As Hugo writes names in URLs: small letters, dashes for spaces, no punctuation. */
export function urlized(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}/\\.+#_~-]/gu, '')
    .replace(/[#\\]/g, '')
    .replace(/-{2,}/g, '-');
}

// Jekyll

const styles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

function jekyllPath(site: MarkdownSite, place: Place): string {
  const { folder, name } = split(place.path);
  const own = place.fields.url;
  const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(place.path);
  const wanted = own ?? (isPost ? (text(site.settings.permalink) ?? defaultStyle(site)) : undefined);
  const style = wanted === undefined ? undefined : (styles[wanted] ?? wanted);
  if (isPost || (own !== undefined && style?.includes(':')))
    return filled(style ?? styles.date ?? '', jekyllValues(place, name));
  if (own !== undefined) return `/${own.replace(/^\//, '')}`;
  const collection = /^_([^/]+)\/(.*)$/s.exec(`${folder}${name}`);
  if (collection) return collectionPath(site, place, collection[1] ?? '', collection[2] ?? '');
  if (name === 'index') return `/${folder}`;
  const permalink = text(site.settings.permalink) ?? '';
  return `/${folder}${name}${(styles[permalink] ?? permalink).endsWith('/') ? '/' : '.html'}`;
}

/** Hexo keeps its texts in `source` and has another default. */
const defaultStyle = ({ settings }: MarkdownSite): string =>
  'source_dir' in settings || 'public_dir' in settings ? ':year/:month/:day/:title/' : 'date';

function collectionPath({ settings }: MarkdownSite, place: Place, collection: string, path: string): string {
  const all = isRecord(settings.collections) ? settings.collections : {};
  const own = isRecord(all[collection]) ? all[collection] : {};
  const pattern = text(own.permalink) ?? '/:collection/:path:output_ext';
  return filled(pattern, { ...jekyllValues(place, split(place.path).name), collection, path });
}

function jekyllValues({ fields, categories, wall }: Place, name: string): Values {
  const base = name.replace(/^\d{2,4}-\d{1,2}-\d{1,2}-/, '');
  const path = categories.map((category) => category.toLowerCase().replace(/\s+/g, '%20')).join('/');
  return {
    ...dateValues(wall),
    title: fields.slug ?? base,
    slug: urlized(fields.slug ?? base),
    name: base,
    categories: path,
    category: path,
    slugified_categories: categories.map(urlized).join('/'),
    output_ext: '.html',
  };
}

// Patterns

type Values = Readonly<Record<string, string>>;

const placeholders = /:([a-z_]{1,30})/g;

/** A pattern with its placeholders filled in; `:title:output_ext` are two of them, `:slug` of nothing leaves no `//`. */
function filled(pattern: string, values: Values): string {
  const names = Object.keys(values).sort((a, b) => b.length - a.length);
  const path = pattern.replace(placeholders, (whole: string, name: string) => {
    const known = names.find((one) => name.startsWith(one));
    return known ? `${values[known]}${name.slice(known.length)}` : whole;
  });
  return `/${path.replace(/^\/+/, '').replace(/\/{2,}/g, '/')}`;
}

function dateValues(iso: string | null): Values {
  if (iso === null) return {};
  const date = Temporal.PlainDateTime.from(iso.slice(0, 19));
  const named = (options: Intl.DateTimeFormatOptions) => date.toLocaleString('en', options);
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return {
    year,
    month,
    day,
    short_year: year.slice(2),
    i_month: String(date.month),
    i_day: String(date.day),
    monthname: named({ month: 'long' }).toLowerCase(),
    short_month: named({ month: 'short' }),
    long_month: named({ month: 'long' }),
    weekday: String(date.dayOfWeek % 7),
    weekdayname: named({ weekday: 'long' }).toLowerCase(),
    short_day: named({ weekday: 'short' }),
    long_day: named({ weekday: 'long' }),
    w_day: String(date.dayOfWeek),
    yearday: String(date.dayOfYear),
    y_day: String(date.dayOfYear).padStart(3, '0'),
    week: String(date.weekOfYear).padStart(2, '0'),
    w_year: String(date.yearOfWeek),
    hour: iso.slice(11, 13),
    minute: iso.slice(14, 16),
    second: iso.slice(17, 19),
  };
}

/** The folder of a path with a slash at its end, and the name of the file without its extension. */
export function split(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/') + 1;
  const file = path.slice(at);
  const dot = file.lastIndexOf('.');
  return { folder: path.slice(0, at), name: dot > 0 ? file.slice(0, dot) : file };
}

/** `index.md` and `index.de.md` stand for their folder, `_index.md` for its list. */
export const isIndex = (name: string): boolean => /^_?index(?:\.[\w-]{2,8})?$/i.test(name);

/** The name of a text: that of its file, or of its folder. */
export function ownName(path: string): string {
  const { folder, name } = split(path);
  return isIndex(name) ? (folder.split('/').filter(Boolean).at(-1) ?? name) : name;
}
