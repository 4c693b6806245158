import { text } from 'node:stream/consumers';
import { segments, segmentTitles } from '../../../../core/site/category-paths.ts';
import type { Source } from '../../../../platform/files/source.ts';
import type { SourceItem, Term } from '../../items.ts';
import type { FormatReader, SourceCounts } from '../reader.ts';
import { postItem, type Terms } from './post-items.ts';
import { countLines, filesOf, ownRow, type Record, recordsOf, wholeFile } from './records.ts';

const manifestName = 'export.json';
const format = 'not-terrible-export';
/** The newest version of the format that this reader knows. */
const knownVersion = 1;

/** What else is known of a record than its row: what sites take over that have content of their own. */
type Describe = (record: Record, known: Terms) => object;

/** A list of a data file; what its records are called in the report; their table, and the columns that name them. */
type List = [
  file: string,
  list: string,
  kind: string,
  table: string,
  key: readonly string[],
  describe?: Describe,
];

const beforePosts: readonly List[] = [
  ['settings.json', 'authors', 'author', 'profiles', ['user_id'], author],
  ['settings.json', 'categories', 'category', 'categories', ['id'], category],
  ['settings.json', 'tags', 'tag', 'tags', ['id'], tag],
  ['settings.json', 'translation_groups', 'group of translations', 'translation_groups', ['id']],
  ['media.json', 'recordings', 'recording', 'media', ['hash']],
  ['media.json', 'site_images', 'image of the site', 'site_images', ['name']],
  ['media.json', 'embeds', 'embedded page', 'embeds', ['url']],
];
const afterPosts: readonly List[] = [
  ['comments.json', 'comments', 'comment', 'comments', ['id'], comment],
  ['reactions.json', 'reactions', 'reaction', 'reactions', ['origin_id']],
  ['votes.json', 'votes', 'vote', 'votes', ['post_id', 'address']],
  ['redirects.json', 'redirects', 'redirect', 'redirects', ['from_path'], redirect],
  ['redirects.json', 'former_web_titles', 'former web title', 'post_addresses', ['post_title_web']],
  ['subscribers.json', 'subscribers', 'subscriber', 'subscribers', ['id'], subscriber],
  ['suppressions.json', 'keys', 'key of links in mails', 'settings', [], mailKeys],
  ['suppressions.json', 'suppressions', 'email that gets no mail', 'mail_suppressions', ['address_hash']],
];

const lists = [...beforePosts, ...afterPosts];

/** Reads the exports of this program. */
export const reader: FormatReader = {
  detects: async (source) => {
    const entry = source.entry(manifestName);
    return (
      entry !== undefined && entry.bytes < 50_000_000 && (await text(await entry.open())).includes(format)
    );
  },
  count,
  read,
};

async function count(source: Source): Promise<SourceCounts> {
  const counts = new Map<string, number>([['site', 1]]);
  const add = (kind: string, number: number) => {
    if (number > 0) counts.set(kind, (counts.get(kind) ?? 0) + number);
  };
  for (const { path } of source.entries) {
    if (/^posts\/[^/]+\.md$/.test(path)) add('post', 1);
    if (/^pages\/[^/]+\.md$/.test(path)) add('page', 1);
  }
  for (const [file, of] of Map.groupBy(lists, ([name]) => name)) {
    const lines = await countLines(source, file);
    for (const [, list, kind] of of) add(kind, lines.get(list) ?? 0);
  }
  return counts;
}

/** What posts refer to comes before them: authors, tags, categories, and the previews of embedded pages. */
async function* read(source: Source): AsyncGenerator<SourceItem> {
  const manifest = await wholeFile(source, manifestName);
  if (Number(manifest.format_version) > knownVersion)
    throw new Error('It was made by a newer version of this program. Update this site first.');
  yield siteItem(await wholeFile(source, 'settings.json'), manifest);
  const known: Terms = { tags: new Map(), categories: new Map() };
  for (const list of beforePosts) yield* itemsOf(source, list, known);
  yield* posts(source, known);
  for (const list of afterPosts) yield* itemsOf(source, list, known);
}

async function* itemsOf(
  source: Source,
  [file, list, kind, table, key, describe]: List,
  known: Terms,
): AsyncGenerator<SourceItem> {
  for await (const record of recordsOf(source, file, list)) {
    const named = key.map((column) => record[column]).join(' ');
    const files = file === 'media.json' ? filesOf([record]) : undefined;
    yield {
      kind: 'own',
      key: `${table}:${named}`,
      sourceKind: kind,
      label: String(record.title || named),
      own: { rows: [ownRow(table, record)], ...(files && { files }) },
      ...describe?.(record, known),
    };
  }
}

function siteItem(settings: Record, manifest: Record): SourceItem {
  const site = (settings.site ?? {}) as Record;
  const rows = Object.entries(settings).flatMap(([name, value]) => {
    if (Array.isArray(value) || value === null) return [];
    const stored = name.startsWith('custom_css') ? value : JSON.stringify(value);
    return typeof stored === 'string' ? [{ table: 'settings', row: { name, value: stored } }] : [];
  });
  return {
    kind: 'site',
    key: 'site',
    sourceKind: 'site',
    label: String(site.site_name ?? ''),
    title: String(site.site_name ?? ''),
    tagline: String(site.tagline ?? ''),
    url: String(manifest.site_url ?? ''),
    language: String(site.language ?? ''),
    timeZone: String(site.time_zone ?? ''),
    own: { rows },
  };
}

async function* posts(source: Source, known: Terms): AsyncGenerator<SourceItem> {
  for (const entry of source.entries) {
    const isPage = /^pages\/[^/]+\.md$/.test(entry.path);
    if (!isPage && !/^posts\/[^/]+\.md$/.test(entry.path)) continue;
    try {
      yield await postItem(entry, known);
    } catch (error) {
      const sourceKind = isPage ? 'page' : 'post';
      const reason = `Its file cannot be read: ${(error as Error).message.slice(0, 300)}`;
      yield { kind: 'left-out', key: entry.path, sourceKind, label: entry.path, reason };
    }
  }
}

// Records of each list

function author(record: Record): object {
  const name = String(record.display_name);
  const links: unknown = JSON.parse(String(record.links ?? '[]'));
  return {
    kind: 'author',
    key: `author:${record.user_id}`,
    label: name,
    name,
    bio: String(record.bio),
    links,
  };
}

function category(record: Record, known: Terms): object {
  const whole = String(record.category_path);
  const titles = segmentTitles(whole, String(record.titles ?? ''));
  const path = segments(whole).map((slug, index): Term => ({ slug, name: titles[index] ?? slug }));
  known.categories.set(Number(record.id), path);
  return { kind: 'category', key: `category:${record.id}`, label: whole, path };
}

function tag(record: Record, known: Terms): object {
  const slug = String(record.tag_name);
  const found = { slug, name: String(record.display_name || slug) };
  known.tags.set(Number(record.id), found);
  return { kind: 'tag', key: `tag:${slug}`, label: found.name, tag: found };
}

function comment(record: Record): object {
  return {
    kind: 'comment',
    key: `comment:${record.id}`,
    label: String(record.comment_text).slice(0, 100),
    post: { key: `post:${record.post_id}` },
    ...(record.parent_id ? { parent: `comment:${record.parent_id}` } : {}),
    name: String(record.user_name),
    ...(record.author_url ? { url: String(record.author_url) } : {}),
    text: String(record.comment_text),
    date: String(record.date_added),
    approved: record.approved === 1,
    ...(record.user_id ? { author: `author:${record.user_id}` } : {}),
    source: record.source === 'pingback' || record.source === 'trackback' ? record.source : 'comment',
  };
}

function redirect({ from_path, to }: Record): object {
  const from = String(from_path);
  const target = to === null || to === undefined ? null : String(to);
  return { kind: 'redirect', key: `redirect:${from}`, label: from, from, to: target };
}

/** Named by their ids, because the report of an import stays when a subscriber and with them the address is deleted. */
function subscriber(record: Record): object {
  const chosen = Array.isArray(record.categories) ? record.categories.map(Number) : [];
  const subscriber_id = Number(record.id);
  const categories = chosen.map((category_id) =>
    ownRow('subscriber_categories', { subscriber_id, category_id }),
  );
  const rows = [ownRow('subscribers', record), ...categories];
  return { key: `subscribers:${subscriber_id}`, label: `Subscriber ${subscriber_id}`, own: { rows } };
}

function mailKeys({ keys }: Record): object {
  const name = 'key:mail-former';
  const rows = [ownRow('settings', { name, value: String(keys) })];
  return { key: `settings:${name}`, label: 'Key of links in mails', own: { rows } };
}
