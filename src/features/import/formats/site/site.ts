import type { Source } from '../../../../platform/files/source.ts';
import { readText } from '../../../../platform/files/text-file.ts';
import type { SourceItem } from '../../items.ts';
import { pageNotFetched, pageWithoutText } from '../../messages/sources.ts';
import { entryUrl, feedElements } from '../../sources/feed.ts';
import { indexFile, type SiteIndex, sameSite } from '../../sources/fetch-site.ts';
import { documentFile, type ReadDocument } from '../../sources/site-copy.ts';
import { maxPageBytes } from '../../sources/source-limits.ts';
import type { XmlElement } from '../../sources/xml-element.ts';
import { feedItems } from '../common-items.ts';
import type { FormatReader, ReadOptions, SourceCounts } from '../reader.ts';
import { pageItems, siteOf } from './page.ts';
import { wordpressItems } from './wp-json.ts';

/** A copy of a site that was fetched from its URL (`sources/fetch-site.ts`). */
export const reader: FormatReader = {
  detects: async (source) => source.entry(indexFile) !== undefined && source.entries.length > 1,
  count,
  read,
};

const kinds: Record<string, string> = {
  posts: 'post',
  pages: 'page',
  comments: 'comment',
  categories: 'category',
  tags: 'tag',
  users: 'author',
};

/** What the server said of its lists, and the pages that were fetched. */
async function count(source: Source): Promise<SourceCounts> {
  const { wordpress, pages } = await indexOf(source);
  if (wordpress === null) return new Map([['web page', pages.length]]);
  return new Map(Object.entries(kinds).map(([list, kind]) => [kind, wordpress[list]?.total ?? 0]));
}

const indexOf = async (source: Source): Promise<SiteIndex> => {
  const entry = source.entry(indexFile);
  if (!entry) throw new Error('The copy of the site has no index.');
  return JSON.parse(await readText(entry));
};

/** A control character takes six in JSON. */
const maxStoredBytes = 6 * maxPageBytes + 100_000;

async function* read(source: Source, { timeZone }: ReadOptions = {}): AsyncGenerator<SourceItem> {
  const index = await indexOf(source);
  const document: ReadDocument = async (url) => {
    const entry = source.entry(documentFile(url));
    if (entry) return JSON.parse(await readText(entry, maxStoredBytes));
    return { url, type: '', text: '', link: '', total: '', problem: 'It is not in the copy.' };
  };
  if (index.wordpress !== null) {
    yield* wordpressItems(index.wordpress, document);
    yield* feedItems(['/feed/']);
    return;
  }
  const feeds = new Map<string, XmlElement>();
  for (const url of index.feeds)
    for (const entry of feedElements((await document(url)).text, 'item', 'entry'))
      feeds.set(sameSite(entryUrl(entry), url)?.href ?? '', entry);
  yield siteOf(index.url, (await document(index.url)).text);
  const authors = new Set<string>();
  for (const url of index.pages) {
    const page = await document(url);
    const common = { key: url, sourceKind: 'web page', label: url };
    if (page.problem !== null) {
      yield { kind: 'left-out', ...common, reason: pageNotFetched(page.problem) };
      continue;
    }
    const items = pageItems(page, url, { feed: feeds.get(url), timeZone });
    if (items.length === 0) yield { kind: 'left-out', ...common, reason: pageWithoutText };
    for (const item of items) {
      if (item.kind === 'author' && authors.has(item.key)) continue;
      if (item.kind === 'author') authors.add(item.key);
      yield item;
    }
  }
  yield* feedItems(index.feeds.flatMap((url) => URL.parse(url)?.pathname ?? []).slice(0, 1));
}
