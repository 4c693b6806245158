import { text } from 'node:stream/consumers';
import { segments, segmentTitles } from '../../../../core/site/category-paths.ts';
import type { Source } from '../../../../platform/files/source.ts';
import type { CommentSource, SourceItem, Term } from '../../items.ts';
import type { Reader, SourceCounts } from '../reader.ts';
import { postItem, type Terms } from './post-items.ts';
import { countLines, type Record, recordsOf, wholeFile } from './records.ts';
import { fileNames, rowOf } from './rows.ts';

const manifestName = 'export.json';
const format = 'not-terrible-export';
/** The newest version of the format that this reader knows. */
const knownVersion = 1;

/** What each list of a data file is called in the report; with a table, what its rows are taken over into, and the columns that name one. */
const kinds: readonly {
  file: string;
  list: string;
  kind: string;
  table?: string;
  key?: readonly string[];
}[] = [
  { file: 'settings.json', list: 'authors', kind: 'author' },
  { file: 'settings.json', list: 'categories', kind: 'category' },
  { file: 'settings.json', list: 'tags', kind: 'tag' },
  {
    file: 'settings.json',
    list: 'translation_groups',
    kind: 'group of translations',
    table: 'translation_groups',
    key: ['id'],
  },
  { file: 'media.json', list: 'recordings', kind: 'recording', table: 'media', key: ['hash'] },
  { file: 'media.json', list: 'site_images', kind: 'image of the site', table: 'site_images', key: ['name'] },
  { file: 'media.json', list: 'embeds', kind: 'embedded page', table: 'embeds', key: ['url'] },
  { file: 'comments.json', list: 'comments', kind: 'comment' },
  { file: 'reactions.json', list: 'reactions', kind: 'reaction', table: 'reactions', key: ['origin_id'] },
  { file: 'votes.json', list: 'votes', kind: 'vote', table: 'votes', key: ['post_id', 'address'] },
  { file: 'redirects.json', list: 'redirects', kind: 'redirect' },
  {
    file: 'redirects.json',
    list: 'former_web_titles',
    kind: 'former web title',
    table: 'post_addresses',
    key: ['post_title_web'],
  },
  { file: 'subscribers.json', list: 'subscribers', kind: 'subscriber' },
  { file: 'suppressions.json', list: 'keys', kind: 'key of links in mails' },
  {
    file: 'suppressions.json',
    list: 'suppressions',
    kind: 'email that gets no mail',
    table: 'mail_suppressions',
    key: ['address_hash'],
  },
];

/** Reads the exports of this program. */
export const notTerrible: Reader = {
  format: 'not-terrible',
  label: 'Not Terrible',
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
  for (const file of new Set(kinds.map((one) => one.file))) {
    const lines = await countLines(source, file);
    for (const { list, kind } of kinds.filter((one) => one.file === file)) add(kind, lines.get(list) ?? 0);
  }
  return counts;
}

/** What posts refer to comes before them: authors, tags, categories, and the previews of embedded pages. */
async function* read(source: Source): AsyncGenerator<SourceItem> {
  const manifest = await wholeFile(source, manifestName);
  if (Number(manifest.format_version) > knownVersion)
    throw new Error('It was made by a newer version of this program. Update this site first.');
  const settings = await wholeFile(source, 'settings.json');
  yield siteItem(settings, manifest);
  yield* authors(source);
  const terms = { tags: new Map<number, Term>(), categories: new Map<number, readonly Term[]>() };
  yield* categories(source, terms);
  yield* tags(source, terms);
  yield* ownItems(source, 'translation_groups');
  yield* ownItems(source, 'recordings');
  yield* ownItems(source, 'site_images');
  yield* ownItems(source, 'embeds');
  yield* posts(source, terms);
  yield* comments(source);
  yield* ownItems(source, 'reactions');
  yield* ownItems(source, 'votes');
  yield* redirects(source);
  yield* ownItems(source, 'former_web_titles');
  yield* subscribers(source);
  for await (const { keys } of recordsOf(source, 'suppressions.json', 'keys'))
    yield {
      kind: 'own',
      key: 'settings:key:mail-former',
      sourceKind: 'key of links in mails',
      label: 'Key of links in mails',
      own: { rows: [{ table: 'settings', row: { name: 'key:mail-former', value: String(keys) } }] },
    };
  yield* ownItems(source, 'suppressions');
}

/** Named by their ids, because the report of an import stays when a subscriber and with them the address is deleted. */
async function* subscribers(source: Source): AsyncGenerator<SourceItem> {
  for await (const { categories, ...record } of recordsOf(source, 'subscribers.json', 'subscribers')) {
    const chosen = Array.isArray(categories) ? categories.map(Number) : [];
    yield {
      kind: 'own',
      key: `subscribers:${Number(record.id)}`,
      sourceKind: 'subscriber',
      label: `Subscriber ${Number(record.id)}`,
      own: {
        rows: [
          { table: 'subscribers', row: rowOf(record) },
          ...chosen.map((category_id) => ({
            table: 'subscriber_categories',
            row: { subscriber_id: Number(record.id), category_id },
          })),
        ],
      },
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

async function* authors(source: Source): AsyncGenerator<SourceItem> {
  for await (const record of recordsOf(source, 'settings.json', 'authors'))
    yield {
      kind: 'author',
      key: `author:${record.user_id}`,
      sourceKind: 'author',
      label: String(record.display_name),
      name: String(record.display_name),
      bio: String(record.bio),
      links: JSON.parse(String(record.links ?? '[]')),
      own: { rows: [{ table: 'profiles', row: rowOf(record) }] },
    };
}

async function* categories(
  source: Source,
  terms: { categories: Map<number, readonly Term[]> },
): AsyncGenerator<SourceItem> {
  for await (const record of recordsOf(source, 'settings.json', 'categories')) {
    const whole = String(record.category_path);
    const titles = segmentTitles(whole, String(record.titles ?? ''));
    const path = segments(whole).map((slug, index) => ({ slug, name: titles[index] ?? slug }));
    terms.categories.set(Number(record.id), path);
    yield {
      kind: 'category',
      key: `category:${record.id}`,
      sourceKind: 'category',
      label: String(record.category_path),
      path,
      own: { rows: [{ table: 'categories', row: rowOf(record) }] },
    };
  }
}

async function* tags(source: Source, terms: { tags: Map<number, Term> }): AsyncGenerator<SourceItem> {
  for await (const record of recordsOf(source, 'settings.json', 'tags')) {
    const slug = String(record.tag_name);
    const tag = { slug, name: String(record.display_name || slug) };
    terms.tags.set(Number(record.id), tag);
    yield {
      kind: 'tag',
      key: `tag:${slug}`,
      sourceKind: 'tag',
      label: tag.name,
      tag,
      own: { rows: [{ table: 'tags', row: rowOf(record) }] },
    };
  }
}

async function* posts(source: Source, terms: Terms): AsyncGenerator<SourceItem> {
  for (const entry of source.entries) {
    const isPage = /^pages\/[^/]+\.md$/.test(entry.path);
    if (!isPage && !/^posts\/[^/]+\.md$/.test(entry.path)) continue;
    try {
      yield await postItem(entry, terms);
    } catch (error) {
      const sourceKind = isPage ? 'page' : 'post';
      const reason = `Its file cannot be read: ${(error as Error).message.slice(0, 300)}`;
      yield { kind: 'left-out', key: entry.path, sourceKind, label: entry.path, reason };
    }
  }
}

async function* comments(source: Source): AsyncGenerator<SourceItem> {
  for await (const record of recordsOf(source, 'comments.json', 'comments')) {
    const from = String(record.source);
    yield {
      kind: 'comment',
      key: `comment:${record.id}`,
      sourceKind: 'comment',
      label: String(record.comment_text).slice(0, 100),
      post: { key: `post:${record.post_id}` },
      ...(record.parent_id ? { parent: `comment:${record.parent_id}` } : {}),
      name: String(record.user_name),
      ...(record.author_url ? { url: String(record.author_url) } : {}),
      text: String(record.comment_text),
      date: String(record.date_added),
      approved: record.approved === 1,
      ...(record.user_id ? { author: `author:${record.user_id}` } : {}),
      source: from === 'pingback' || from === 'trackback' ? (from as CommentSource) : 'comment',
      own: { rows: [{ table: 'comments', row: withoutPostUrl(record) }] },
    };
  }
}

/** `post` is the URL of the post, for other programs. */
const withoutPostUrl = ({ post: _, ...record }: Record) => rowOf(record);

async function* redirects(source: Source): AsyncGenerator<SourceItem> {
  for await (const { to, ...record } of recordsOf(source, 'redirects.json', 'redirects'))
    yield {
      kind: 'redirect',
      key: `redirect:${record.from_path}`,
      sourceKind: 'redirect',
      label: String(record.from_path),
      from: String(record.from_path),
      to: to === null || to === undefined ? null : String(to),
      own: { rows: [{ table: 'redirects', row: rowOf(record) }] },
    };
}

async function* ownItems(source: Source, name: string): AsyncGenerator<SourceItem> {
  const {
    file,
    kind,
    table = '',
    key = [],
  } = kinds.find(({ list }) => list === name) ?? { file: '', kind: '' };
  for await (const record of recordsOf(source, file, name)) {
    const named = key.map((column) => record[column]).join(' ');
    yield {
      kind: 'own',
      key: `${table}:${named}`,
      sourceKind: kind,
      label: String(record.title || named),
      own: {
        rows: [{ table, row: withoutPostUrl(record) }],
        files: new Map(fileNames(record).map((file) => [file, `images/${file}`])),
      },
    };
  }
}
