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
import type { PostItem, SourceItem } from '../../items.ts';
import { originalImage } from '../../original-images.ts';
import { imageItems } from '../../source-images.ts';
import { feedDialect, linkOf } from '../../sources/feed.ts';
import { childrenNamed, textIn, type XmlElement } from '../../sources/xml-element.ts';
import { partsOf } from '../../sources/xml-parts.ts';
import { authorItem, commentItem, feedItems, leftOutFiles, siteItem, tagItem } from '../common-items.ts';
import { countMatches } from '../counting.ts';
import { readerOf, type SourceCounts } from '../reader.ts';

/** The Atom file of Blogger's own export, and `feed.atom` of Google Takeout. */
export const reader = readerOf(feedOf, count, read);

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
function count(file: SourceEntry): Promise<SourceCounts> {
  const pattern =
    /term=["']http:\/\/schemas\.google\.com\/blogger\/2008\/kind#([a-z]{1,20})["']|<blogger:type>(POST|PAGE|COMMENT)</g;
  return countMatches(file, pattern, ([, old, now = '']) => (old ?? now).toLowerCase());
}

async function* elementsOf(file: SourceEntry): AsyncGenerator<XmlElement> {
  for await (const part of partsOf(file, feedDialect)) if (part.kind === 'element') yield part.element;
}

const categoriesOf = (entry: XmlElement) =>
  childrenNamed(entry, 'category').map(({ attributes: { scheme = '', term = '' } }) => ({ scheme, term }));

/** '' of what stands before the entries. */
function kindOf(entry: XmlElement): string {
  const kind = categoriesOf(entry).find(({ scheme }) => scheme.endsWith('#kind'))?.term ?? '';
  return /#([a-z]{1,20})$/.exec(kind)?.[1] ?? textIn(entry, 'blogger:type').toLowerCase();
}

/** What all entries share, from a first reading. */
type Blog = {
  title: string;
  tagline: string;
  url: string;
  authors: Map<string, string>;
  labels: Set<string>;
};

async function* read(file: SourceEntry, source: Source): AsyncGenerator<SourceItem> {
  const blog = await describe(file);
  yield siteItem(blog.title, { tagline: blog.tagline, url: blog.url });
  for (const [key, name] of blog.authors) yield authorItem(name, key);
  for (const name of blog.labels)
    yield tagItem({ name }, [`/search/label/${encodeURIComponent(name)}`], 'label');
  for await (const entry of elementsOf(file)) {
    const kind = kindOf(entry);
    if (kind === 'post' || kind === 'page') yield postItem(entry, kind, blog);
    else if (kind !== 'comment' && kind !== '')
      yield {
        kind: 'left-out',
        key: `entry:${textIn(entry, 'id')}`,
        sourceKind: kind,
        label: textIn(entry, 'id').replace(/^.*?blog-\d+\./, ''),
        reason: 'Settings and templates are not taken over.',
      };
  }
  // Replies follow what they reply to, although the feed has the newest first.
  for (const isReply of [false, true])
    for await (const entry of elementsOf(file))
      if (kindOf(entry) === 'comment' && (parentOf(entry) !== '') === isReply) yield readComment(entry, blog);
  yield* imageItems(source);
  yield* rest(source, file);
  yield* feedItems(['/feeds/posts/default', '/feeds/posts/default?alt=rss', '/rss.xml', '/atom.xml']);
}

async function describe(file: SourceEntry): Promise<Blog> {
  const head: XmlElement[] = [];
  const blog = {
    title: '',
    tagline: '',
    url: '',
    authors: new Map<string, string>(),
    labels: new Set<string>(),
  };
  for await (const entry of elementsOf(file)) {
    const kind = kindOf(entry);
    if (kind === 'post' || kind === 'page') {
      const [key, name] = authorOf(entry);
      if (name) blog.authors.set(key, name);
      for (const label of labelsOf(entry)) blog.labels.add(label);
      blog.url ||= rootOf(alternate(entry));
    } else if (kind === 'settings' && textIn(entry, 'id').endsWith('.BLOG_DESCRIPTION'))
      blog.tagline = textIn(entry, 'content');
    else if (entry.name !== 'entry') head.push(entry);
  }
  const described = { children: head };
  return {
    ...blog,
    title: textIn(described, 'title'),
    tagline: textIn(described, 'subtitle') || blog.tagline,
    url: rootOf(alternate(described)) || blog.url,
  };
}

const alternate = (entry: Pick<XmlElement, 'children'>): string => linkOf(entry, 'alternate', 'html');
const rootOf = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? `${parsed.origin}/` : '';
};

function authorOf(entry: XmlElement): [key: string, name: string, uri: string] {
  const [author] = childrenNamed(entry, 'author');
  const [name, uri] = [textIn(author, 'name'), textIn(author, 'uri')];
  return [`author:${uri || name}`, name, uri];
}

/** Takeout has labels in the scheme of the blog itself. */
const labelsOf = (entry: XmlElement): string[] =>
  categoriesOf(entry).flatMap(({ scheme, term }) =>
    term && (scheme.includes('/atom/ns#') || scheme.startsWith('tag:blogger.com')) ? [term] : [],
  );

const idOf = (text: string): string => /(?:post|page|comment)-(\d{1,30})/.exec(text)?.[1] ?? text;

function postItem(entry: XmlElement, kind: 'post' | 'page', blog: Blog): PostItem {
  const title = textIn(entry, 'title');
  const original = textIn(entry, 'content');
  const { html, remarks } = convertForeignHtml(original, {
    prepare: plainCaptions,
    imageUrl: originalImage,
    linkUrl: (href) => (/\.(?:png|jpe?g|gif|webp)$/i.test(href) ? originalImage(href) : href),
    ...(blog.url && { baseUrl: blog.url }),
  });
  const path = pathOf(entry);
  const [author, authorName] = authorOf(entry);
  const summary = textIn(entry, 'blogger:metaDescription');
  return {
    kind,
    key: `post:${idOf(textIn(entry, 'id'))}`,
    sourceKind: kind,
    label: title || path,
    title,
    ...(path ? { slug: kind === 'page' ? `/${nameIn(path)}` : nameIn(path) } : {}),
    html,
    original,
    ...(summary ? { summary } : {}),
    date: instant(textIn(entry, 'published')),
    updated: instant(textIn(entry, 'updated')),
    status: statusOf(entry),
    ...(authorName ? { author } : {}),
    tags: labelsOf(entry).map((name) => ({ name })),
    ...(path ? { addresses: [path, `${path}?m=1`] } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}

function statusOf(entry: XmlElement): PostItem['status'] {
  const state = textIn(entry, 'blogger:status');
  if (textIn(childrenNamed(entry, 'app:control')[0], 'app:draft') === 'yes' || state === 'DRAFT')
    return 'draft';
  if (state === 'SOFT_TRASHED' || state === 'TRASHED') return 'private';
  return 'public';
}

const pathOf = (entry: XmlElement): string =>
  URL.parse(alternate(entry))?.pathname || textIn(entry, 'blogger:filename');
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

function parentOf(entry: XmlElement): string {
  return /\/(\d{1,30})$/.exec(linkOf(entry, 'related'))?.[1] ?? idOf(textIn(entry, 'blogger:inReplyTo'));
}

function readComment(entry: XmlElement, blog: Blog): SourceItem {
  const [author, name, url] = authorOf(entry);
  const [reply] = childrenNamed(entry, 'thr:in-reply-to');
  const state = textIn(entry, 'blogger:status');
  const parent = parentOf(entry);
  return commentItem({
    key: `comment:${idOf(textIn(entry, 'id'))}`,
    parent: parent && `comment:${parent}`,
    leftOut: /SPAM|GHOSTED|TRASHED/.test(state) ? 'It was marked as spam or deleted.' : undefined,
    post: { key: `post:${idOf(reply?.attributes.ref ?? textIn(entry, 'blogger:parent'))}` },
    name,
    url: /^https?:\/\//.test(url) ? url : '',
    author: blog.authors.has(author) && url ? author : '',
    text: commentText(textIn(entry, 'content'), { lineBreaks: true }),
    date: instant(textIn(entry, 'published')),
    approved: state !== 'PENDING_COMMENT' && state !== 'PENDING',
  });
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
