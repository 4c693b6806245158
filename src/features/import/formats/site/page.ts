import { parseDocument, write } from '../../../../content/document/parse.ts';
import {
  attribute,
  type Document,
  type Element,
  elements,
  find,
  hasClass,
  isInside,
  type Parent,
  parentOf,
  remove,
  textContent,
} from '../../../../content/document/tree.ts';
import { commentText } from '../../../../content/foreign/comment-text.ts';
import { instant } from '../../../../platform/files/dates.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { PostItem, SiteItem, SourceItem } from '../../items.ts';
import type { SiteDocument } from '../../sources/site-copy.ts';
import { childrenNamed, textIn, type XmlElement } from '../../sources/xml-element.ts';
import { authorItem, commentItem, siteItem } from '../common-items.ts';

/** The site as its first page describes it. */
export function siteOf(url: string, html: string): SiteItem {
  const document = parseDocument(html);
  const title = meta(document, 'og:site_name') || lineIn(tagged(document, 'title'));
  return siteItem(title, { tagline: meta(document, 'description'), url, language: languageOf(document) });
}

/** A post or page with its author and comments; nothing where the page is a list. */
export function pageItems(
  { url, text }: SiteDocument,
  asked: string,
  { feed, timeZone }: { feed: XmlElement | undefined; timeZone: string | undefined },
): SourceItem[] {
  const document = parseDocument(text);
  const entry = entryOf(document, url);
  if (entry === 'list') return [];
  const place: Parent = entry ?? document;
  const comments = commentsOf(place, asked);
  const content = contentOf(document, entry);
  if (!content) return [];
  const title =
    textIn(feed, 'title') ||
    lineIn(first(place, 'p-name') ?? tagged(place, 'h1')) ||
    meta(document, 'og:title') ||
    lineIn(tagged(document, 'title'));
  const author = lineIn(first(place, 'p-author')) || meta(document, 'author') || textIn(feed, 'dc:creator');
  const date = publishedAt(document, place, feed, timeZone);
  removeFrame(content.root, title);
  const original = content.isMarked ? write(content.root) : longer(write(content.root), feed);
  const converted = convertForeignHtml(original, { baseUrl: url });
  const path = pathOf(url);
  const language = languageOf(document);
  const photo = first(place, 'u-featured') ?? first(place, 'u-photo');
  const src = photo && (attribute(photo, 'src') ?? attribute(photo, 'href'));
  const image = src && URL.parse(src, url)?.href;
  const kind = date === null ? 'page' : 'post';
  const post: PostItem = {
    kind,
    key: asked,
    sourceKind: 'web page',
    label: title || asked,
    title,
    slug: kind === 'page' ? path : (path.split('/').findLast(Boolean) ?? '').replace(/\.html?$/, ''),
    html: converted.html,
    original,
    date,
    updated: instant(timeIn(first(place, 'dt-updated')) || meta(document, 'article:modified_time')),
    status: 'public',
    ...(author && { author: `author:${author}` }),
    tags: tagsOf(document, place, feed).map((name) => ({ name })),
    ...(language && { language }),
    ...(image && { mainImage: { url: image } }),
    addresses: [...new Set([asked, url].map((one) => new URL(one).pathname))],
    remarks: converted.remarks,
  };
  return [...(author ? [authorItem(author)] : []), post, ...comments];
}

// Where the text is

/** The entry of microformats that the page is about; `list`: all of them are about other pages, or none in particular. */
function entryOf(document: Document, url: string): Element | 'list' | null {
  const entries = [...elements(document)].filter(
    (node) => hasClass(node, 'h-entry') && !isInsideClass(node, ['h-entry']),
  );
  const path = pathOf(url);
  const own = entries.filter((entry) => {
    const link = first(entry, 'u-url');
    return !link || pathOf(URL.parse(attribute(link, 'href') ?? '', url)?.href ?? '') === path;
  });
  const [only] = own;
  return entries.length === 0 ? null : own.length === 1 && only ? only : 'list';
}

const pathOf = (url: string): string => URL.parse(url)?.pathname.replace(/\/(?:index\.html?)?$/, '') ?? '';

/** `isMarked`: the page says that this is the text, and nothing but it. */
type Content = { root: Element; isMarked: boolean };

const bodyClasses = ['entry-content', 'post-content', 'article-content', 'post-body', 'article-body'];

function contentOf(document: Document, entry: Element | null): Content | null {
  const marked = entry && first(entry, 'e-content');
  if (marked) return { root: marked, isMarked: true };
  const all = [...elements(document)];
  const bodies = all.filter(
    (node) => hasClass(node, ...bodyClasses) || attribute(node, 'itemprop') === 'articleBody',
  );
  if (bodies.length === 1 && bodies[0]) return { root: bodies[0], isMarked: true };
  const articles = all.filter((node) => node.tagName === 'article' && !isInsideClass(node, ['comment']));
  const outer = articles.filter((node) => !articles.some((other) => other !== node && isInside(node, other)));
  // Several of them are a list.
  if (outer.length > 1 || bodies.length > 1) return null;
  const root = outer[0] ?? all.find(({ tagName }) => tagName === 'main') ?? mostText(all);
  return root && !isMostlyLinks(root) ? { root, isMarked: false } : null;
}

/** An archive or a list of tags. */
function isMostlyLinks(root: Element): boolean {
  const links = [...elements(root)].filter(({ tagName }) => tagName === 'a');
  return links.reduce((sum, link) => sum + lineIn(link).length, 0) > lineIn(root).length / 2;
}

/** Of a page that marks nothing, the element with most text in paragraphs of its own. */
function mostText(all: readonly Element[]): Element | null {
  const lengths = new Map<Element, number>();
  for (const node of all) {
    const parent = parentOf(node);
    if (node.tagName !== 'p' || !parent) continue;
    lengths.set(parent, (lengths.get(parent) ?? 0) + lineIn(node).length);
  }
  const [best] = [...lengths].toSorted(([, a], [, b]) => b - a);
  return best && best[1] >= leastText ? best[0] : null;
}

const leastText = 200;
const frame = new Set('nav footer form script style noscript template button dialog'.split(' '));
const frameClasses = 'sharedaddy share comments post-meta entry-meta related-posts post-navigation'.split(
  ' ',
);

/** What stands around a text in its element: title, navigation, buttons. */
function removeFrame(root: Element, title: string): void {
  for (const node of [...elements(root)]) {
    const isTitle = node.tagName === 'h1' && lineIn(node) === title.trim();
    const isHead = node.tagName === 'header' && tagged(node, 'h1') !== undefined;
    if (frame.has(node.tagName) || isTitle || isHead || hasClass(node, ...frameClasses)) remove(node);
  }
}

/** Feeds often have the text alone, where the page does not say which part it is. Some have only its beginning. */
function longer(html: string, feed: XmlElement | undefined): string {
  const inFeed = textIn(feed, 'content:encoded') || textIn(feed, 'content');
  return inFeed.length >= html.length / 2 ? inFeed : html;
}

// What the page says of it

function publishedAt(
  document: Document,
  place: Parent,
  feed: XmlElement | undefined,
  timeZone: string | undefined,
): string | null {
  const structured = /"datePublished"\s*:\s*"([^"]{4,40})"/.exec(scripts(document))?.[1];
  // Several times are those of other pages.
  const times = [...elements(place)].filter(({ tagName }) => tagName === 'time').map(timeIn);
  for (const found of [
    timeIn(first(place, 'dt-published')),
    textIn(feed, 'pubDate') || textIn(feed, 'published') || textIn(feed, 'updated'),
    meta(document, 'article:published_time'),
    structured,
    new Set(times).size === 1 ? times[0] : '',
  ]) {
    const date = found ? instant(found, timeZone) : null;
    if (date !== null) return date;
  }
  return null;
}

const scripts = (document: Document): string =>
  [...elements(document)]
    .filter((node) => node.tagName === 'script' && attribute(node, 'type') === 'application/ld+json')
    .map(textContent)
    .join('');

function tagsOf(document: Document, place: Parent, feed: XmlElement | undefined): string[] {
  const names = [...elements(place)]
    .filter(
      (node) => hasClass(node, 'p-category') || /(?:^|\s)tag(?:\s|$)/.test(attribute(node, 'rel') ?? ''),
    )
    .map(lineIn);
  const inFeed = feed
    ? childrenNamed(feed, 'category').flatMap(({ attributes }) => attributes.term ?? [])
    : [];
  const inHead = metas(document, 'article:tag');
  return [...new Set(names.length > 0 ? names : inHead.length > 0 ? inHead : inFeed)].filter(Boolean);
}

/** Comments that microformats mark; they leave the tree, so that they are no part of the text. */
function commentsOf(place: Parent, post: string): SourceItem[] {
  const nodes = [...elements(place)].filter(
    (node) => hasClass(node, 'u-comment', 'p-comment') && hasClass(node, 'h-cite', 'h-entry'),
  );
  const keyOf = (node: Element) => `${post}#${attribute(node, 'id') ?? `comment-${nodes.indexOf(node) + 1}`}`;
  const items = nodes.map((node) => {
    const author = first(node, 'p-author');
    const parent = nodes.findLast((other) => other !== node && isInside(node, other));
    return commentItem({
      key: keyOf(node),
      parent: parent && keyOf(parent),
      post: { key: post },
      name: lineIn((author && first(author, 'p-name')) ?? author),
      url: author && (attribute(author, 'href') ?? attribute(first(author, 'u-url') ?? author, 'href')),
      text: commentText(
        write(first(node, 'e-content') ?? first(node, 'p-content') ?? first(node, 'p-name') ?? node),
      ),
      date: instant(timeIn(first(node, 'dt-published'))),
    });
  });
  for (const node of nodes) remove(node);
  return items;
}

// The tree

/** The first element with the class that is not part of another microformat inside. */
const first = (parent: Parent, className: string): Element | undefined =>
  find(parent, (node) => hasClass(node, className) && !isInsideClass(node, ['h-cite', 'h-card'], parent));

function isInsideClass(node: Element, classNames: string[], end?: Parent): boolean {
  for (let at = parentOf(node); at && at !== end; at = parentOf(at))
    if (hasClass(at, ...classNames)) return true;
  return false;
}

const tagged = (parent: Parent, name: string): Element | undefined =>
  find(parent, ({ tagName }) => tagName === name);

const lineIn = (node: Parent | null | undefined): string =>
  node ? textContent(node).replace(/\s+/g, ' ').trim() : '';

const timeIn = (node: Element | undefined): string =>
  node ? attribute(node, 'datetime') || attribute(node, 'title') || lineIn(node) : '';

const metas = (document: Document, name: string): string[] =>
  [...elements(document)]
    .filter(
      (node) =>
        node.tagName === 'meta' && [attribute(node, 'property'), attribute(node, 'name')].includes(name),
    )
    .map((node) => (attribute(node, 'content') ?? '').trim());
const meta = (document: Document, name: string): string => metas(document, name)[0] ?? '';

function languageOf(document: Document): string {
  const root = tagged(document, 'html');
  return (root && attribute(root, 'lang')) ?? '';
}
