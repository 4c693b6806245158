import { parse as parseYaml } from 'yaml';
import { commentText } from '../../../../content/foreign/comment-text.ts';
import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readText } from '../../../../platform/files/text-file.ts';
import { isTimeZone } from '../../../../platform/web/languages.ts';
import type { AuthorItem, SourceItem, Term } from '../../items.ts';
import { imageItems } from '../../source-images.ts';
import { jsonValues } from '../../sources/json-stream.ts';
import { authorItem, commentItem, feedItems, siteItem, tagItem } from '../common-items.ts';
import { readerOf } from '../reader.ts';
import { countRows } from './count.ts';
import { type PostContext, postItem, withoutPlaceholder } from './posts.ts';
import { findExport, type Row, readTables, string, type Tables, tableOf } from './tables.ts';

/** JSON exports of Ghost 1 to 6, alone or in a zip archive with the folder `content`. Read as a stream, a table at a time. */
export const reader = readerOf(findExport, countRows, read);

async function* read(entry: SourceEntry, source: Source): AsyncGenerator<SourceItem> {
  const tables = await readTables(entry);
  const zone = tables.settings.get('timezone') ?? tables.settings.get('active_timezone') ?? 'UTC';
  yield siteItem(tables.settings.get('title') ?? '', {
    tagline: tables.settings.get('description'),
    language: ['locale', 'lang', 'default_locale']
      .flatMap((name) => tables.settings.get(name) ?? [])[0]
      ?.replace('_', '-'),
    timeZone: isTimeZone(zone) ? zone : undefined,
  });
  for (const user of tables.users) yield itemOfUser(user);
  for (const tag of tables.tags) yield itemOfTag(tag);
  const publicTags = tables.tags.filter((tag) => !isInternal(tag));
  const context: PostContext = {
    tables,
    tags: new Map(publicTags.map((tag) => [string(tag, 'id'), termOf(tag)])),
    users: new Map(tables.users.map((user) => [string(user, 'id'), authorKey(user)])),
    permalinks: await permalinksOf(source, tables),
    zone: isTimeZone(zone) ? zone : 'UTC',
    now: new Date().toISOString(),
  };
  const keys = new Map<string, string>();
  for await (const { value } of jsonValues(entry, (path) => tableOf(path) === 'posts')) {
    if (typeof value !== 'object' || value === null) continue;
    const item = postItem(value as Row, context);
    keys.set(string(value as Row, 'id'), item.key);
    yield item;
  }
  yield* comments(tables, keys);
  for (const item of imageItems(source, servedAt)) if (!/\/images\/size\//.test(item.label)) yield item;
  yield* redirects(source);
  for (const [table, count] of tables.others)
    yield {
      kind: 'left-out',
      key: `table:${table}`,
      sourceKind: `table ${table}`,
      label: `${table}: ${count} ${count === 1 ? 'row' : 'rows'}`,
      reason: 'The blog has no members, newsletters or emails.',
    };
  yield* feedItems(['/rss/', '/feed/']);
}

/** Uploaded files are in `content/images`. */
const servedAt = (path: string): string => `/content/${/(?:^|\/)(images\/.*)$/s.exec(path)?.[1] ?? path}`;

const authorKey = (user: Row): string => `user:${string(user, 'slug') || string(user, 'id')}`;

function itemOfUser(user: Row): AuthorItem {
  const name = string(user, 'name', 'slug');
  const website = string(user, 'website');
  const slug = string(user, 'slug');
  const bio = string(user, 'bio');
  const photo = withoutPlaceholder(string(user, 'profile_image', 'image'));
  return {
    ...authorItem(name, authorKey(user)),
    sourceKind: 'user',
    ...(bio ? { bio: `<p>${bio.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>` } : {}),
    ...(/^https?:\/\//.test(website) ? { links: [{ label: 'Website', url: website }] } : {}),
    ...(photo ? { image: { url: photo } } : {}),
    ...(slug ? { addresses: [`/author/${slug}/`, `/author/${slug}/rss/`] } : {}),
  };
}

const isInternal = (tag: Row): boolean =>
  string(tag, 'visibility') === 'internal' || string(tag, 'name').startsWith('#');
const termOf = (tag: Row): Required<Term> => ({ name: string(tag, 'name'), slug: string(tag, 'slug') });

function itemOfTag(tag: Row): SourceItem {
  const slug = string(tag, 'slug');
  const item = tagItem(termOf(tag), [`/tag/${slug}/`, `/tag/${slug}/rss/`]);
  const { key, sourceKind, label } = item;
  const reason = 'It is an internal tag, which readers never saw.';
  if (isInternal(tag)) return { kind: 'left-out', key, sourceKind, label, reason };
  const description = string(tag, 'description');
  return {
    ...item,
    ...(description ? { remarks: [`Its description was left out: ${description.slice(0, 500)}`] } : {}),
  };
}

async function* comments(
  { entry, memberNames }: Tables,
  posts: ReadonlyMap<string, string>,
): AsyncGenerator<SourceItem> {
  for await (const { value } of jsonValues(entry, (path) => tableOf(path) === 'comments')) {
    if (typeof value !== 'object' || value === null) continue;
    const row = value as Row;
    const post = posts.get(string(row, 'post_id'));
    const parent = string(row, 'parent_id');
    const isDeleted = string(row, 'status') === 'deleted';
    yield commentItem({
      key: `comment:${string(row, 'id')}`,
      parent: parent && `comment:${parent}`,
      leftOut: isDeleted ? 'It was deleted.' : post ? undefined : 'Its post is not in the source.',
      post: { key: post ?? '' },
      name: memberNames.get(string(row, 'member_id')) ?? '',
      text: commentText(string(row, 'html')),
      date: instant(row.created_at),
      approved: string(row, 'status') !== 'hidden',
    });
  }
}

/** Patterns of URLs: in the settings of Ghost 1, in `routes.yaml` of later ones. */
async function permalinksOf(source: Source, { settings }: Tables): Promise<string[]> {
  const routes = source.entries.find(({ path }) => /(?:^|\/)routes(?:-[\w-]{1,60})?\.ya?ml$/.test(path));
  const file = routes && routes.bytes < 100_000 ? await readText(routes).catch(() => '') : '';
  const { collections } = (parsed(file, parseYaml) ?? {}) as { collections?: Record<string, Row | null> };
  const found = Object.values(collections ?? {}).map((one) => string(one ?? {}, 'permalink'));
  const own = settings.get('permalinks');
  return [...found, ...(own?.startsWith('/') ? [own] : [])].filter(Boolean);
}

/** Undefined for what cannot be read; without it the defaults hold. */
function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

const redirectFile = /(?:^|\/)redirects(?:-[\w-]{1,60})?\.(json|ya?ml)$/;

async function* redirects(source: Source): AsyncGenerator<SourceItem> {
  for (const entry of source.entries.filter(({ path }) => redirectFile.test(path))) {
    const pairs = pairsOf(await readText(entry).catch(() => ''), entry.path.endsWith('.json'));
    for (const [from, to] of pairs.slice(0, 50_000)) {
      const path = from.replace(/^\^/, '').replace(/\$$/, '').replace(/\/\?$/, '/');
      const common = { key: `redirect:${from}`, sourceKind: 'redirect', label: from };
      // Other characters than these are patterns.
      if (/^\/[^*+?()[\]{}|\\]*$/.test(path)) yield { kind: 'redirect', ...common, from: path, to };
      else yield { kind: 'left-out', ...common, reason: 'It is a pattern rather than a path.' };
    }
  }
}

function pairsOf(text: string, isJson: boolean): [from: string, to: string][] {
  const data = parsed(text, isJson ? JSON.parse : parseYaml);
  if (Array.isArray(data))
    return data.flatMap((row: Row) =>
      string(row, 'from') ? [[string(row, 'from'), string(row, 'to')]] : [],
    );
  const groups = (typeof data === 'object' && data) || {};
  return Object.values(groups as Record<string, Record<string, string> | null>).flatMap((group) =>
    Object.entries(group ?? {}),
  );
}
