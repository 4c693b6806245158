import { z } from 'zod';
import { sanitizeShortText } from '../../content/document/short-text.ts';
import { linkUrl } from '../../content/document/url.ts';
import { menuChange } from '../../core/site/api/menu.ts';
import { announcementChange, siteChange } from '../../core/site/api/site.ts';
import type { ContentRow } from '../../core/site/store/content-tables.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Table } from '../../platform/db/catalog.ts';
import { filePrefix } from '../../platform/files/file-prefix.ts';
import { isName } from '../../platform/files/files.ts';
import { addressKey, normalizedAddress } from '../../platform/http/api/mail-address.ts';
import { cleanText } from '../../platform/http/api/plain-text.ts';
import { isAdminLanguage } from '../../platform/messages/languages.ts';

type Clean = (row: ContentRow, blog: Blog) => ContentRow | null;

/**
 * A row of an own export as it may be inserted: an archive can come from anyone, so what readers would see is sanitized as
 * if it had been typed. Null when it cannot be such a row.
 */
export function cleanRow(
  blog: Blog,
  { name, columns, key }: Table,
  given: Readonly<ContentRow>,
): ContentRow | null {
  const row: ContentRow = {};
  for (const { name: column } of columns) {
    const value = given[column];
    if (value !== undefined) row[column] = typeof value === 'string' ? wellFormed(value) : value;
  }
  if (key.some((column) => row[column] === undefined || row[column] === null)) return null;
  try {
    return cleaners[name] ? cleaners[name](row, blog) : row;
  } catch {
    return null;
  }
}

const wellFormed = (text: string): string => text.toWellFormed().replaceAll('\0', '');

const variants = z.array(
  z
    .object({ name: z.string().refine(isName), width: z.number(), height: z.number(), bytes: z.number() })
    .loose(),
);
const profileLinks = z.array(z.object({ label: z.string(), url: z.string() }));
const embed = z.object({
  provider: z.string(),
  title: z.string(),
  author: z.string(),
  text: z.string(),
  codeFile: z.string(),
  player: z.string().startsWith('https://').nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  image: z.string().nullable(),
});
const subscriberColumns = z
  .object({
    id: z.int().positive(),
    frequency: z.enum(['at-once', 'weekly']),
    all_posts: z.union([z.literal(0), z.literal(1)]),
    source: z.enum(['form', 'import']),
    date_added: z.iso.datetime(),
    date_confirmed: z.iso.datetime(),
    date_bounced: z.iso.datetime().nullish(),
    bounce: z.string().nullish(),
  })
  .loose();
const suppressionColumns = z
  .object({ reason: z.enum(['bounced', 'unsubscribed']), detail: z.string(), date_added: z.iso.datetime() })
  .loose();
const preview = z.object({ variants, width: z.number(), height: z.number(), color: z.string() }).loose();

/** As it is, if the JSON in it has this shape. */
const checked = (row: ContentRow, column: string, schema: z.ZodType): ContentRow => {
  const json = row[column];
  if (json !== null && json !== undefined) schema.parse(JSON.parse(String(json)));
  return row;
};

const cleaners: Record<string, Clean> = {
  posts: (row, blog) => ({
    ...row,
    post_content: placed(blog, String(row.post_content)),
    // A post that was public elsewhere is no news here.
    ...(row.first_active_date && row.send_mail === 1 && { send_mail: 0 }),
  }),
  images: (row) => checked({ ...row, color: color(row.color) }, 'variants', variants),
  media: (row) => checked(row, 'variants', variants),
  site_images: (row) => checked(row, 'variants', variants),
  embeds: (row) => checked(checked(row, 'found', embed), 'image', preview),
  comments: (row) => ({ ...row, author_url: link(row.author_url), origin_url: link(row.origin_url) }),
  reactions: (row) => ({ ...row, author_url: link(row.author_url) }),
  subscribers: (row) => {
    const address = normalizedAddress(String(row.address));
    if (address === null) return null;
    subscriberColumns.parse(row);
    return { ...row, address, address_key: addressKey(address) };
  },
  mail_suppressions: (row) => {
    suppressionColumns.parse(row);
    return row;
  },
  profiles: (row) => ({
    ...checked(row, 'links', profileLinks),
    display_name: cleanText(String(row.display_name)),
    bio: sanitizeShortText(String(row.bio)),
    language: isAdminLanguage(String(row.language)) ? String(row.language) : '',
  }),
  settings: ({ name, value }) => {
    const clean = settings[String(name)]?.(String(value));
    return clean === undefined ? null : { name: name ?? null, value: clean };
  },
};

const link = (url: unknown): string | null => (url ? linkUrl(String(url)) : null);

/** The URLs of images where this site stores its files. */
const placed = (blog: Blog, html: string): string => {
  const prefix = filePrefix(blog.files);
  return prefix === '/images/' ? html : html.replaceAll('"/images/', `"${prefix}`);
};

function color(value: unknown): string {
  if (!/^#[0-9a-f]{3,8}$/i.test(String(value))) throw new Error('not a color');
  return String(value);
}

/** The value as it is, if it has this shape. */
const asJson = (schema: z.ZodType) => (value: string) => {
  schema.parse(JSON.parse(value));
  return value;
};

const settings: Record<string, (value: string) => string> = {
  site: (value) => {
    const site = JSON.parse(value);
    const clean = siteChange.parse(site);
    return JSON.stringify({
      ...site,
      ...clean,
      ...(clean.footer_text !== undefined && { footer_text: sanitizeShortText(clean.footer_text) }),
    });
  },
  announcement: asJson(announcementChange),
  menu: asJson(menuChange.pick({ version: true, header: true, footer: true })),
  'key:mail-former': (value) => z.stringFormat('keys', /^[\w-]{43}(?: [\w-]{43}){0,20}$/).parse(value),
  // Sanitized whenever it is served.
  custom_css: (value) => value,
  custom_css_version: (value) => z.stringFormat('version', /^[0-9a-f]{16}$/).parse(value),
};
