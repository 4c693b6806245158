import { description } from '../../../../content/document/text.ts';
import { markdownToHtml } from '../../../../content/markdown/to-html.ts';
import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning } from '../../../../platform/files/text-file.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { PostItem, SourceItem } from '../../items.ts';
import { rewriteUrls } from '../../rewrite-urls.ts';
import { jsonValues } from '../../sources/json-stream.ts';
import type { SourceCounts } from '../reader.ts';
import { urlized } from './addresses.ts';
import { isRecord } from './front-matter.ts';
import { kindOf } from './kinds.ts';

/** The Blog Archive of Micro.blog: a JSON feed with all posts, beside the uploaded files. */
export type BlogArchive = { entry: SourceEntry; root: string; images: readonly SourceEntry[] };

export async function blogArchive(source: Source): Promise<BlogArchive | null> {
  const entry = source.entries.find(({ path }) => /(?:^|\/)feed\.json$/.test(path));
  if (!entry || !/jsonfeed\.org\/version/.test(await readBeginning(entry))) return null;
  const root = entry.path.slice(0, -'feed.json'.length);
  const images = source.entries.filter(({ path }) => path.startsWith(root) && kindOf(path) === 'image');
  return { entry, root, images };
}

/** Each post of a JSON feed has a date of its own. */
export async function countBlogArchive({ entry, images }: BlogArchive): Promise<SourceCounts> {
  let posts = 0;
  let rest = '';
  const stream = await entry.open();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1');
    posts += text.split('"date_published":').length - 1;
    rest = text.slice(-16);
  }
  return new Map([
    ['post', posts],
    ['image', images.length],
  ]);
}

export async function* readBlogArchive(source: Source, archive: BlogArchive): AsyncGenerator<SourceItem> {
  const { entry, images, root } = archive;
  const top = new Set(['title', 'description', 'home_page_url', 'language']);
  const site: Record<string, string> = {};
  for await (const { path, value } of jsonValues(
    entry,
    (names) => names.length === 1 && top.has(names[0] ?? ''),
  ))
    if (typeof value === 'string') site[path[0] ?? ''] = value;
  const { title = '', description: tagline, home_page_url: url, language } = site;
  yield {
    kind: 'site',
    key: 'site',
    sourceKind: 'site',
    label: title,
    title,
    ...(tagline ? { tagline } : {}),
    ...(url ? { url } : {}),
    ...(language ? { language } : {}),
  };
  const files = new Map(images.map(({ path }) => [path.slice(root.length), path]));
  for await (const { value } of jsonValues(entry, (names) => names.length === 2 && names[0] === 'items'))
    if (isRecord(value)) yield postItem(value, url ?? '', files);
  for (const { path } of images) {
    const own = path.slice(root.length);
    const address = URL.parse(own, url || 'https://site.invalid/')?.pathname ?? `/${own}`;
    yield {
      kind: 'attachment',
      key: `file:${own}`,
      sourceKind: 'image',
      label: own,
      image: { url: URL.parse(own, url)?.href ?? address, file: path },
      addresses: [address],
    };
  }
  for (const { path } of source.entries.filter((one) => one !== entry && kindOf(one.path) !== 'image'))
    yield {
      kind: 'left-out',
      key: `file:${path}`,
      sourceKind: 'other files',
      label: path,
      reason: 'It repeats the posts, or is neither a text nor an image.',
    };
}

function postItem(
  item: Record<string, unknown>,
  siteUrl: string,
  files: ReadonlyMap<string, string>,
): PostItem {
  const string = (name: string) => (typeof item[name] === 'string' ? (item[name] as string) : '');
  const markup = string('content_html') || markdownToHtml(`\n${string('content_text')}`).html;
  const used = new Map<string, string>();
  const image = (src: string): string => {
    const url = URL.parse(src, siteUrl || undefined);
    const path = url?.pathname.slice(1) ?? src.replace(/^\.?\//, '');
    const file = files.get(path) ?? files.get(safeDecode(path));
    const absolute = url?.href ?? `/${path}`;
    if (file) used.set(absolute, file);
    return absolute;
  };
  const own = rewriteUrls(markup, image, (href) => URL.parse(href, siteUrl || undefined)?.href ?? href);
  const { html, remarks } = convertForeignHtml(own);
  const address = URL.parse(string('url'), siteUrl || 'https://site.invalid/');
  const title = string('title');
  const tags = Array.isArray(item.tags)
    ? item.tags.filter((one): one is string => typeof one === 'string')
    : [];
  const date = instant(item.date_published);
  const name = address?.pathname
    .split('/')
    .filter(Boolean)
    .at(-1)
    ?.replace(/\.html$/, '');
  return {
    kind: 'post',
    key: `feed:${string('id') || string('url')}`,
    sourceKind: 'post',
    label: title || description(html, 60),
    title,
    ...(name ? { slug: safeDecode(name) } : {}),
    html,
    ...(string('summary') ? { summary: string('summary') } : {}),
    date,
    updated: instant(item.date_modified),
    status: date !== null && date > new Date().toISOString() ? 'scheduled' : 'public',
    tags: tags.map((one) => ({ name: one, slug: urlized(one) })),
    ...(used.size > 0 ? { files: used } : {}),
    ...(address ? { addresses: [address.pathname + address.search] } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
