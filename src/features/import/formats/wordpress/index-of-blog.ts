import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import type { XmlElement } from '../../sources/xml-element.ts';
import { type Part, partsOf } from '../../sources/xml-parts.ts';
import { decodedSlug, type Fields, field, fieldsOf, idField, offsetOf, wxr } from './fields.ts';
import { detached, plainLine } from './xml-text.ts';

type IndexedFile = {
  url: string;
  alt: string;
  caption: string;
  title: string;
  parent: string;
  order: number;
};
type IndexedTerm = { name: string; slug: string; parent: string; id: string };
type IndexedAuthor = { login: string; name: string; id: string; email: string };

/**
 * What items need to know of others, wherever those are in the export: uploaded files by id, parents of pages and
 * categories, reusable blocks. Found in a first reading; it grows with their number, not with the size of the texts.
 */
export class BlogIndex {
  title = '';
  tagline = '';
  url = '';
  language = '';
  /** Where posts are served, such as `blog`; '' when they are at the top or in several places. */
  collection = '';
  readonly files = new Map<string, IndexedFile>();
  readonly filesOfPosts = new Map<string, string[]>();
  readonly pages = new Map<string, { slug: string; parent: string }>();
  readonly blocks = new Map<string, string>();
  readonly authors = new Map<string, IndexedAuthor>();
  readonly authorsById = new Map<string, string>();
  /** Comments of authors who were not signed in have their email only. */
  readonly authorsByEmail = new Map<string, string>();
  /** Names of authors that only the posts give. */
  readonly creators = new Set<string>();
  /** The elements of authors, categories, tags and other terms. */
  readonly terms: XmlElement[] = [];
  readonly categories = new Map<string, IndexedTerm>();
  readonly categoriesById = new Map<string, string>();
  /** The most common distance of local times from UTC. */
  offset = '+00:00';
  /** The files that end too early. */
  readonly incomplete: string[] = [];
}

/** An export with more is read without what goes beyond; the limits keep the index within some 100 MB. */
const maxFiles = 200_000;
const maxPages = 200_000;
const maxTerms = 100_000;
const maxBlockTextLength = 16 * 1024 * 1024;

export async function indexBlog(entries: readonly SourceEntry[]): Promise<BlogIndex> {
  const index = new Indexer();
  for (const entry of entries) for await (const part of partsOf(entry, wxr)) index.add(part, entry.path);
  return index.result();
}

class Indexer {
  readonly #index = new BlogIndex();
  readonly #offsets = new Map<string, number>();
  readonly #collections = new Map<string, number>();
  readonly #channel = new Map<string, string>();
  #item = new Map<string, string>();
  #alt = '';
  #blockText = 0;

  add(part: Part, path: string): void {
    if (part.kind === 'item') {
      this.#item = new Map();
      this.#alt = '';
    } else if (part.kind === 'item-end') this.#endItem(part.isCut);
    else if (part.kind === 'end') {
      if (!part.isComplete) this.#index.incomplete.push(path);
    } else if (part.isInItem) this.#ofItem(part.element);
    else this.#ofChannel(part.element);
  }

  result(): BlogIndex {
    const channel = this.#channel;
    return Object.assign(this.#index, {
      title: plainLine(field(channel, 'title')),
      tagline: plainLine(field(channel, 'description')),
      url: urlOf(
        field(channel, 'wp:base_blog_url'),
        field(channel, 'link'),
        field(channel, 'wp:base_site_url'),
      ),
      language: field(channel, 'language', 'dc:language'),
      collection: mostCommon(this.#collections) ?? '',
      offset: mostCommon(this.#offsets) ?? '+00:00',
    });
  }

  #ofChannel(element: XmlElement): void {
    const { name, text, children } = element;
    const index = this.#index;
    const fields = fieldsOf(children);
    if (/^wp:(?:author|category|tag|term)$/.test(name)) index.terms.push(detachedElement(element));
    if (name === 'wp:author' || name === 'wp:wp_author') {
      const author = readAuthor(fields);
      if (index.authors.size < maxTerms && !index.authors.has(author.login))
        index.authors.set(author.login, author);
      if (author.id) index.authorsById.set(author.id, author.login);
      if (author.email) index.authorsByEmail.set(author.email, author.login);
    } else if (isCategory(element, fields)) {
      const term = readCategory(fields);
      if (index.categories.size < maxTerms && !index.categories.has(term.slug))
        index.categories.set(term.slug, term);
      if (term.id && !index.categoriesById.has(term.id)) index.categoriesById.set(term.id, term.slug);
    } else if (children.length === 0 && !this.#channel.has(name)) this.#channel.set(name, detached(text));
  }

  #ofItem({ name, text, children }: XmlElement): void {
    if (name === 'wp:postmeta') {
      const fields = fieldsOf(children);
      if (field(fields, 'wp:meta_key') === '_wp_attachment_image_alt')
        this.#alt = field(fields, 'wp:meta_value');
    } else if (!this.#item.has(name)) this.#item.set(name, text);
  }

  #endItem(isCut: boolean): void {
    const fields = this.#item;
    const type = field(fields, 'wp:post_type') || 'post';
    const id = idField(fields, 'wp:post_id');
    addOne(this.#offsets, offsetOf(fields));
    if (type === 'post') addOne(this.#collections, /^\/([\w-]{1,60})\/[^/]/.exec(field(fields, 'link'))?.[1]);
    if (type === 'attachment') this.#addFile(id, fields);
    else if (isCut || !id) this.#addCreator(fields);
    else if (type === 'page' && this.#index.pages.size < maxPages)
      this.#index.pages.set(id, {
        slug: detached(decodedSlug(field(fields, 'wp:post_name'))),
        parent: idField(fields, 'wp:post_parent'),
      });
    else if (type === 'wp_block') this.#addBlock(id, fields);
    if (type === 'post' || type === 'page') this.#addCreator(fields);
  }

  #addFile(id: string, fields: Fields): void {
    const { files, filesOfPosts } = this.#index;
    if (!id || files.size >= maxFiles) return;
    const parent = idField(fields, 'wp:post_parent');
    files.set(id, {
      url: detached(field(fields, 'wp:attachment_url', 'guid')),
      alt: detached(plainLine(this.#alt)),
      caption: detached(plainLine(field(fields, 'excerpt:encoded'))),
      title: detached(plainLine(field(fields, 'title'))),
      parent,
      order: Number(field(fields, 'wp:menu_order')) || 0,
    });
    if (parent) filesOfPosts.getOrInsertComputed(parent, () => []).push(id);
  }

  #addBlock(id: string, fields: Fields): void {
    const content = fields.get('content:encoded') ?? '';
    this.#blockText += content.length;
    if (this.#blockText <= maxBlockTextLength) this.#index.blocks.set(id, detached(content));
  }

  #addCreator(fields: Fields): void {
    const name = field(fields, 'dc:creator');
    if (name && this.#index.creators.size < maxTerms) this.#index.creators.add(detached(name));
  }
}

function addOne(counts: Map<string, number>, name: string | null | undefined): void {
  if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
}

function mostCommon(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function detachedElement({ name, attributes, text, children }: XmlElement): XmlElement {
  const kept = children.filter((child) => !child.name.endsWith('meta'));
  return { name, attributes, text: detached(text), children: kept.map(detachedElement) };
}

export function readAuthor(fields: Fields): IndexedAuthor {
  const login = detached(field(fields, 'wp:author_login', 'wp:author_email'));
  const full = `${field(fields, 'wp:author_first_name')} ${field(fields, 'wp:author_last_name')}`.trim();
  return {
    login,
    name: detached(plainLine(field(fields, 'wp:author_display_name')) || plainLine(full) || login),
    id: idField(fields, 'wp:author_id'),
    email: detached(field(fields, 'wp:author_email').toLowerCase()),
  };
}

/** Exports of the command line write categories and tags as terms. */
export function isCategory({ name }: XmlElement, fields: Fields): boolean {
  return name === 'wp:category' || (name === 'wp:term' && field(fields, 'wp:term_taxonomy') === 'category');
}

export function readCategory(fields: Fields): IndexedTerm {
  const name = detached(plainLine(field(fields, 'wp:cat_name', 'wp:term_name')));
  return {
    name,
    slug: detached(slugOf(field(fields, 'wp:category_nicename', 'wp:term_slug') || name)),
    parent: detached(field(fields, 'wp:category_parent', 'wp:term_parent')),
    id: idField(fields, 'wp:term_id'),
  };
}

/** Squarespace writes names where others write web names. */
export function slugOf(name: string): string {
  return /[\sA-Z]/.test(name) ? name.toLowerCase().replace(/\s+/g, '-') : name;
}

function urlOf(...candidates: readonly string[]): string {
  for (const candidate of candidates) {
    const url = URL.parse(candidate);
    if (url && /^https?:$/.test(url.protocol)) return url.pathname.endsWith('/') ? url.href : `${url.href}/`;
  }
  return '';
}

/** The files of an export: XML at the top, or each part of one that was split. */
export async function exportFiles(
  source: Source,
  isExport: (entry: SourceEntry) => Promise<boolean>,
): Promise<SourceEntry[] | null> {
  const found: SourceEntry[] = [];
  for (const entry of source.entries)
    if (/\.(?:xml|wxr|rss|txt)(?:\.txt)?$/i.test(entry.path) || source.entries.length === 1)
      if (!/(?:^|\/)(?:__MACOSX|\.)/.test(entry.path) && (await isExport(entry))) found.push(entry);
  found.sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
  return found.length > 0 ? found : null;
}
