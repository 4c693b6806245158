import { description } from '../../../../content/document/text.ts';
import { decoded } from '../../../../content/document/url.ts';
import { markdownToHtml } from '../../../../content/markdown/to-html.ts';
import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning } from '../../../../platform/files/text-file.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { PostItem, SourceItem } from '../../items.ts';
import { imageItems } from '../../source-images.ts';
import { jsonValues } from '../../sources/json-stream.ts';
import { siteItem } from '../common-items.ts';
import { countMatches } from '../counting.ts';
import { readerOf, type SourceCounts } from '../reader.ts';
import { urlized } from './addresses.ts';
import { isRecord } from './front-matter.ts';
import { imageCount, repeatedFiles } from './kinds.ts';

/** The Blog Archive of Micro.blog: a JSON feed with all posts, beside the uploaded files. */
type BlogArchive = { entry: SourceEntry; root: string };

async function blogArchive(source: Source): Promise<BlogArchive | null> {
  const entry = source.entries.find(({ path }) => /(?:^|\/)feed\.json$/.test(path));
  if (!entry || !/jsonfeed\.org\/version/.test(await readBeginning(entry))) return null;
  return { entry, root: entry.path.slice(0, -'feed.json'.length) };
}

/** Each post of a JSON feed has a date of its own. */
async function count({ entry }: BlogArchive, source: Source): Promise<SourceCounts> {
  const posts = await countMatches(entry, /"date_published":/g, () => 'post', 16);
  return new Map([['post', posts.get('post') ?? 0], imageCount(source)]);
}

async function* read({ entry, root }: BlogArchive, source: Source): AsyncGenerator<SourceItem> {
  const top = new Set(['title', 'description', 'home_page_url', 'language']);
  const site: Record<string, string> = {};
  const isTop = ([name = '', ...rest]: readonly string[]) => rest.length === 0 && top.has(name);
  for await (const { path, value } of jsonValues(entry, isTop))
    if (typeof value === 'string') site[path[0] ?? ''] = value;
  const { title = '', description: tagline, home_page_url: url, language } = site;
  yield siteItem(title, { tagline, url, language });
  for await (const { value } of jsonValues(entry, (names) => names.length === 2 && names[0] === 'items'))
    if (isRecord(value)) yield postItem(value, url ?? '');
  yield* imageItems(source, (path) => {
    const own = path.startsWith(root) ? path.slice(root.length) : path;
    return URL.parse(own, url)?.href ?? `/${own}`;
  });
  yield* repeatedFiles(source, entry);
}

export const microBlog = readerOf(blogArchive, count, read);

function postItem(item: Record<string, unknown>, siteUrl: string): PostItem {
  const string = (name: string) => (typeof item[name] === 'string' ? (item[name] as string) : '');
  const markup = string('content_html') || markdownToHtml(`\n${string('content_text')}`).html;
  const { html, remarks } = convertForeignHtml(markup, siteUrl ? { baseUrl: siteUrl } : {});
  const address = URL.parse(string('url'), siteUrl || 'https://site.invalid/');
  const title = string('title');
  const tags = Array.isArray(item.tags)
    ? item.tags.filter((one): one is string => typeof one === 'string')
    : [];
  const name = address?.pathname
    .split('/')
    .findLast(Boolean)
    ?.replace(/\.html$/, '');
  return {
    kind: 'post',
    key: `feed:${string('id') || string('url')}`,
    sourceKind: 'post',
    label: title || description(html, 60),
    title,
    ...(name ? { slug: decoded(name) } : {}),
    html,
    original: markup,
    ...(string('summary') ? { summary: string('summary') } : {}),
    date: instant(item.date_published),
    updated: instant(item.date_modified),
    status: 'public',
    tags: tags.map((one) => ({ name: one, slug: urlized(one) })),
    ...(address ? { addresses: [address.pathname + address.search] } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}
