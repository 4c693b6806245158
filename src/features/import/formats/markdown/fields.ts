import { instant } from '../../../../platform/files/dates.ts';
import type { PostStatus } from '../../items.ts';
import { type Data, isRecord } from './front-matter.ts';

/** What the front matter of all these programs says, under one name each. */
export type Fields = {
  title?: string;
  slug?: string;
  /** A path, or a pattern of one. */
  url?: string;
  aliases: string[];
  date: string | null;
  /** The date as it is written. */
  writtenDate?: string;
  /** A date that is in the front matter but cannot be read. */
  unreadableDate?: string;
  updated: string | null;
  status: PostStatus;
  summary?: string;
  tags: string[];
  categories: string[];
  authors: string[];
  image?: string;
  imageAlt?: string;
  imageCaption?: string;
  language?: string;
  translationKey?: string;
  layout?: string;
  isPage?: boolean;
  commentsOpen?: boolean;
  redirectTo?: string;
  remarks: string[];
};

type Surroundings = { zone: string; now: string; splitsWords: boolean };

export function readFields(data: Data, { zone, now, splitsWords }: Surroundings): Fields {
  const remarks: string[] = [];
  const all = withNested(data);
  const when = (...names: string[]) => firstOf(names, (name) => instant(all[name], zone)) ?? null;
  const rawDate = firstOf(['date', 'published_date', 'publishdate', 'pubdate', 'created'], (name) =>
    text(all[name]),
  );
  const date = when('date', 'published_date', 'pubdate', 'created', 'created_at', 'datepublished');
  const publishDate = when('publishdate', 'pubdate', 'published', 'first_published_at');
  const [status, moment] = statusOf(all, { date: publishDate ?? date, now, zone, remarks });
  const terms = (...names: string[]) =>
    unique(names.flatMap((name) => list(all[name], splitsWords && name !== 'category')));
  return {
    ...given('title', text(all.title)),
    ...given('slug', text(all.slug) ?? bearLink(all.link)),
    ...given('url', text(all.url) ?? text(all.permalink) ?? text(all.path)),
    aliases: unique(['aliases', 'alias', 'redirect_from'].flatMap((name) => list(all[name], false))),
    date: moment ?? date ?? publishDate,
    ...given('writtenDate', rawDate),
    ...(rawDate !== undefined && !date && !publishDate ? { unreadableDate: rawDate } : {}),
    updated: when(...updateNames),
    status,
    ...given('summary', oneOf(all, 'summary', 'description', 'excerpt', 'meta_description', 'subtitle')),
    tags: terms('tags', 'tag', 'all_tags'),
    categories: terms('categories', 'category'),
    authors: authorsOf(all),
    ...imageOf(all),
    ...given('language', oneOf(all, 'lang', 'language', 'locale')),
    ...given('translationKey', oneOf(all, 'translationkey', 'ref', 'translation_id', 'page_id')),
    ...given('layout', oneOf(all, 'layout', 'type', 'template')),
    ...(typeof all.is_page === 'boolean' ? { isPage: all.is_page } : {}),
    ...(typeof all.comments === 'boolean' ? { commentsOpen: all.comments } : {}),
    ...given('redirectTo', text(all.redirect_to) ?? list(all.redirect_to, false)[0]),
    remarks,
  };
}

const updateNames = 'lastmod updated last_modified_at modified update_date dateupdated updated_at'.split(' ');

/** Zola has taxonomies and additional values in tables of their own, Hugo's are in `params`. */
function withNested(data: Data): Data {
  const nested = ['taxonomies', 'extra', 'params', 'data'].map((name) => data[name]).filter(isRecord);
  return Object.assign(Object.create(null), ...nested.reverse(), data);
}

function statusOf(
  all: Data,
  { date, now, zone, remarks }: { date: string | null; now: string; zone: string; remarks: string[] },
): [PostStatus, string | null] {
  const word = text(all.status)?.toLowerCase() ?? '';
  const isDraft = all.draft === true || all.draft === 'true' || word === 'draft';
  if (isDraft || all.published === false || all.publish === false) return ['draft', null];
  if (all.private === true || all.headless === true || word === 'private') return ['private', null];
  const expiry = instant(all.expirydate, zone);
  if (expiry !== null && expiry <= now) {
    remarks.push(`It expired on ${day(all.expirydate)} and stays inactive.`);
    return ['private', null];
  }
  if (expiry !== null)
    remarks.push(`It would have expired on ${day(all.expirydate)}; posts do not expire here.`);
  return ['public', date !== null && date > now ? date : null];
}

const day = (value: unknown): string => text(value)?.slice(0, 10) ?? '';

const imageNames = (
  'featured_image featuredimage featured_img feature_image image cover coverimage cover_image images thumbnail banner ' +
  'hero heroimage hero_image header img meta_image photos photo'
).split(' ');
const nestedImageNames = 'image src url path feature og_image overlay_image teaser featured'.split(' ');

function imageOf(all: Data): Pick<Fields, 'image' | 'imageAlt' | 'imageCaption'> {
  for (const name of imageNames) {
    const value = all[name];
    const one = Array.isArray(value) ? value[0] : value;
    const inside = isRecord(one) ? one : {};
    const url = text(one) ?? oneOf(inside, ...nestedImageNames);
    if (url === undefined || !looksLikeImage(url)) continue;
    const alt = oneOf(inside, 'alt', 'image_alt') ?? oneOf(all, `${name}_alt`, 'image_alt', 'alt');
    const caption = oneOf(inside, 'caption') ?? oneOf(all, `${name}_caption`, 'image_caption');
    return { image: url, ...given('imageAlt', alt), ...given('imageCaption', caption) };
  }
  return {};
}

const looksLikeImage = (url: string): boolean =>
  url.length < 2000 &&
  (/^https?:\/\//i.test(url) || /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)(?:[?#]|$)/i.test(url));

function authorsOf(all: Data): string[] {
  const names = ['author', 'authors', 'creator'].flatMap((key) => {
    const value = all[key];
    const each = Array.isArray(value) ? value : [value];
    return each.flatMap((one) =>
      isRecord(one) ? (oneOf(one, 'name', 'display_name') ?? []) : (text(one) ?? []),
    );
  });
  return unique(names);
}

/** In Bear Blog the name of a post in URLs; elsewhere `link` is a page that the post is about. */
const bearLink = (value: unknown): string | undefined => {
  const link = text(value);
  return link && /^[^/:.]{1,200}$/.test(link) ? link : undefined;
};

/** A list, or a text that is one entry or, where Jekyll reads it so, one entry per word. */
function list(value: unknown, splitsWords: boolean): string[] {
  if (Array.isArray(value)) return value.slice(0, 1000).flatMap((one) => text(one) ?? []);
  const one = text(value);
  if (one === undefined) return [];
  if (one.includes(',') && !/^https?:/.test(one))
    return one
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  return splitsWords ? one.split(/\s+/) : [one];
}

export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export const oneOf = (data: Data, ...names: string[]): string | undefined =>
  firstOf(names, (name) => text(data[name]));

const firstOf = (names: string[], get: (name: string) => string | null | undefined): string | undefined =>
  names
    .values()
    .map(get)
    .find((value) => value !== null && value !== undefined) ?? undefined;

export const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

const given = <Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } =>
  (value === undefined ? {} : { [name]: value }) as { [key in Name]?: string };
