import {
  become,
  type Element,
  elements,
  type Fragment,
  find,
  hasClass,
  rename,
  textContent,
} from '../../../../content/document/tree.ts';
import { commentText } from '../../../../content/foreign/comment-text.ts';
import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning } from '../../../../platform/files/text-file.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { CommentItem, PostItem, SourceItem } from '../../items.ts';
import { originalImage } from '../../original-images.ts';
import { imageItems } from '../../source-images.ts';
import { authorItem, feedItems, leftOutFiles, siteItem, tagItem } from '../common-items.ts';
import { countMatches } from '../counting.ts';
import type { FormatReader, SourceCounts } from '../reader.ts';
import { type AtomEntry, entriesOf, headOf } from '../xml-entries.ts';

/** The Atom file of Blogger's own export, and `feed.atom` of Google Takeout. */
export const reader: FormatReader = {
  detects: async (source) => (await feedOf(source)) !== null,
  count,
  read,
};

async function feedOf(source: Source): Promise<SourceEntry | null> {
  const files = source.entries.filter(({ path }) => /\.(?:xml|atom)$/i.test(path)).slice(0, 50);
  const feeds: SourceEntry[] = [];
  for (const entry of files) {
    const text = await readBeginning(entry);
    if (
      /<feed[\s>]/.test(text) &&
      /schemas\.google\.com\/blogger\/2018|tag:blogger\.com,1999:blog-|<generator[^<>]*>Blogger</.test(text)
    )
      feeds.push(entry);
  }
  // Of several blogs in one archive the largest; the others are named in the report.
  return feeds.toSorted((a, b) => b.bytes - a.bytes)[0] ?? null;
}

/** Searches for the words that say what an entry is. */
async function count(source: Source): Promise<SourceCounts> {
  const file = await feedOf(source);
  const pattern =
    /term=["']http:\/\/schemas\.google\.com\/blogger\/2008\/kind#([a-z]{1,20})["']|<blogger:type>(POST|PAGE|COMMENT)</g;
  return file ? countMatches(file, pattern, ([, old, now = '']) => (old ?? now).toLowerCase()) : new Map();
}

function kindOf(entry: AtomEntry): string {
  const scheme = entry.tags('category').find(({ scheme: of }) => of?.endsWith('#kind'))?.term;
  const old = scheme && /#([a-z]{1,20})$/.exec(scheme)?.[1];
  return old ?? entry.text('blogger:type').toLowerCase();
}

/** What all entries share, from a first reading. */
type Blog = {
  title: string;
  tagline: string;
  url: string;
  authors: Map<string, string>;
  labels: Set<string>;
};

async function* read(source: Source): AsyncGenerator<SourceItem> {
  const file = await feedOf(source);
  if (!file) return;
  const blog = await describe(file);
  yield siteItem(blog.title, { tagline: blog.tagline, url: blog.url });
  for (const [key, name] of blog.authors) yield authorItem(name, key);
  for (const name of blog.labels)
    yield tagItem({ name }, [`/search/label/${encodeURIComponent(name)}`], 'label');
  for await (const entry of entriesOf(file)) {
    const kind = kindOf(entry);
    if (kind === 'post' || kind === 'page') yield postItem(entry, kind, blog);
    else if (kind !== 'comment' && kind !== '')
      yield {
        kind: 'left-out',
        key: `entry:${entry.text('id')}`,
        sourceKind: kind,
        label: entry.text('id').replace(/^.*?blog-\d+\./, ''),
        reason: 'Settings and templates are not taken over.',
      };
  }
  // Replies follow what they reply to, although the feed has the newest first.
  for (const isReply of [false, true])
    for await (const entry of entriesOf(file))
      if (kindOf(entry) === 'comment' && (parentOf(entry) !== '') === isReply) yield commentItem(entry, blog);
  yield* imageItems(source);
  yield* rest(source, file);
  yield* feedItems(['/feeds/posts/default', '/feeds/posts/default?alt=rss', '/rss.xml', '/atom.xml']);
}

async function describe(file: SourceEntry): Promise<Blog> {
  const head = await headOf(file);
  const blog: Blog = {
    title: head.text('title'),
    tagline: head.text('subtitle'),
    url: rootOf(alternate(head)),
    authors: new Map(),
    labels: new Set(),
  };
  for await (const entry of entriesOf(file)) {
    const kind = kindOf(entry);
    if (kind === 'post' || kind === 'page') {
      const [key, name] = authorOf(entry);
      if (name) blog.authors.set(key, name);
      for (const label of labelsOf(entry)) blog.labels.add(label);
      blog.url ||= rootOf(alternate(entry));
    } else if (kind === 'settings' && entry.text('id').endsWith('.BLOG_DESCRIPTION'))
      blog.tagline ||= entry.text('content');
  }
  return blog;
}

const alternate = (entry: AtomEntry): string =>
  entry.tags('link').find(({ rel, type }) => rel === 'alternate' && (!type || type.includes('html')))?.href ??
  '';
const rootOf = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? `${parsed.origin}/` : '';
};

function authorOf(entry: AtomEntry): [key: string, name: string] {
  const name = entry.author('name');
  return [`author:${entry.author('uri') || name}`, name];
}

/** Takeout has labels in the scheme of the blog itself. */
const labelsOf = (entry: AtomEntry): string[] =>
  entry
    .tags('category')
    .flatMap(({ scheme = '', term }) =>
      term && (scheme.includes('/atom/ns#') || scheme.startsWith('tag:blogger.com')) ? [term] : [],
    );

const idOf = (text: string): string => /(?:post|page|comment)-(\d{1,30})/.exec(text)?.[1] ?? text;

function postItem(entry: AtomEntry, kind: 'post' | 'page', blog: Blog): PostItem {
  const title = entry.text('title');
  const original = entry.text('content');
  const { html, remarks } = convertForeignHtml(original, {
    prepare: plainCaptions,
    imageUrl: originalImage,
    linkUrl: (href) => (/\.(?:png|jpe?g|gif|webp)$/i.test(href) ? originalImage(href) : href),
    ...(blog.url && { baseUrl: blog.url }),
  });
  const path = pathOf(entry);
  const [author, authorName] = authorOf(entry);
  const summary = entry.text('blogger:metaDescription');
  return {
    kind,
    key: `post:${idOf(entry.text('id'))}`,
    sourceKind: kind,
    label: title || path,
    title,
    ...(path ? { slug: kind === 'page' ? `/${nameIn(path)}` : nameIn(path) } : {}),
    html,
    original,
    ...(summary ? { summary } : {}),
    date: instant(entry.text('published')),
    updated: instant(entry.text('updated')),
    status: statusOf(entry),
    ...(authorName ? { author } : {}),
    tags: labelsOf(entry).map((name) => ({ name })),
    ...(path ? { addresses: [path, `${path}?m=1`] } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}

function statusOf(entry: AtomEntry): PostItem['status'] {
  const state = entry.text('blogger:status');
  if (entry.text('app:draft') === 'yes' || state === 'DRAFT') return 'draft';
  if (state === 'SOFT_TRASHED' || state === 'TRASHED') return 'private';
  return 'public';
}

const pathOf = (entry: AtomEntry): string =>
  URL.parse(alternate(entry))?.pathname || entry.text('blogger:filename');
const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.html$/, '');

/** Rewrites what Blogger's editor makes of images and captions. */
function plainCaptions(tree: Fragment): void {
  for (const node of [...elements(tree)])
    if (node.tagName === 'table' && hasClass(node, 'tr-caption-container')) captioned(node);
}

function captioned(table: Element): void {
  const image = find(table, ({ tagName }) => tagName === 'img');
  const caption = find(table, (node) => hasClass(node, 'tr-caption'));
  if (!image) return;
  if (caption) rename(caption, 'figcaption', null);
  become(table, 'figure', null, caption && textContent(caption).trim() !== '' ? [image, caption] : [image]);
}

// Comments

function parentOf(entry: AtomEntry): string {
  const related = entry.tags('link').find(({ rel }) => rel === 'related')?.href ?? '';
  return /\/(\d{1,30})$/.exec(related)?.[1] ?? idOf(entry.text('blogger:inReplyTo'));
}

function commentItem(entry: AtomEntry, blog: Blog): SourceItem {
  const text = commentText(entry.text('content'), { lineBreaks: true });
  const [author, name] = authorOf(entry);
  const reply = entry.tags('thr:in-reply-to')[0];
  const state = entry.text('blogger:status');
  const common = {
    key: `comment:${idOf(entry.text('id'))}`,
    sourceKind: 'comment',
    label: `${name}: ${text.slice(0, 60)}`,
  };
  if (/SPAM|GHOSTED|TRASHED/.test(state))
    return { kind: 'left-out', ...common, reason: 'It was marked as spam or deleted.' };
  const parent = parentOf(entry);
  const url = entry.author('uri');
  return {
    kind: 'comment',
    ...common,
    post: { key: `post:${idOf(reply?.ref ?? entry.text('blogger:parent'))}` },
    ...(parent ? { parent: `comment:${parent}` } : {}),
    name: name || 'Anonymous',
    ...(/^https?:\/\//.test(url) ? { url } : {}),
    text,
    date: instant(entry.text('published')),
    approved: state !== 'PENDING_COMMENT' && state !== 'PENDING',
    ...(blog.authors.has(author) && entry.author('uri') ? { author } : {}),
    source: 'comment',
  } satisfies CommentItem;
}

// Other files of Takeout

function* rest(source: Source, file: SourceEntry): Generator<SourceItem> {
  const others = source.entries.filter(
    ({ path }) => path !== file.path && /\.(?:atom|xml|html|csv|json)$/i.test(path),
  );
  const blogs = others.filter(({ path }) => /\.atom$/i.test(path));
  yield* leftOutFiles(blogs, 'other file', 'It is another blog. Import it on its own.');
  const settings = others.filter((entry) => !blogs.includes(entry));
  yield* leftOutFiles(settings, 'other file', 'Settings and templates are not taken over.');
}
