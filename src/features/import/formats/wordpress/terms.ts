import type { Term } from '../../items.ts';
import type { XmlElement } from '../../sources/xml-element.ts';
import { decodedSlug } from './fields.ts';
import { type BlogIndex, slugOf } from './index-of-blog.ts';
import { detached, plainLine } from './xml-text.ts';

const deepest = 20;

/** From the root down to a category. */
export function categoryPath({ categories }: BlogIndex, slug: string, name = slug): Term[] {
  const path: Term[] = [];
  const seen = new Set<string>();
  let next = slug;
  while (next && !seen.has(next) && path.length < deepest) {
    seen.add(next);
    const term = categories.get(next) ?? byName(categories, next);
    if (!term && path.length > 0) break;
    path.unshift({ name: term?.name || name, slug: decodedSlug(term?.slug ?? next) });
    next = term?.parent ?? '';
  }
  return path;
}

/** Old exports name the parent by its name. */
const byName = (categories: BlogIndex['categories'], name: string) =>
  categories.size > 2000 ? undefined : categories.values().find((term) => term.name === name);

type TermsOfItem = {
  categories: { slug: string; path: Term[] }[];
  tags: Term[];
  other: Map<string, string[]>;
};

/** The terms of a post. Exports of version 1.0 name each twice, once without its kind. */
export function termsOf(elements: readonly XmlElement[], index: BlogIndex): TermsOfItem {
  const terms: TermsOfItem = { categories: [], tags: [], other: new Map() };
  const hasKinds = elements.some(({ attributes }) => 'domain' in attributes);
  for (const { attributes, text } of elements) {
    const name = detached(plainLine(text));
    const slug = detached(attributes.nicename ?? '') || slugOf(name);
    const domain = attributes.domain ?? (hasKinds ? null : 'category');
    if (!name || domain === null) continue;
    if (domain === 'category') addCategory(terms, slug, name, index);
    else if (domain === 'post_tag' || domain === 'tag') addTag(terms, { name, slug: decodedSlug(slug) });
    else if (domain !== 'post_format') terms.other.getOrInsertComputed(domain, () => []).push(name);
  }
  return terms;
}

function addCategory(terms: TermsOfItem, slug: string, name: string, index: BlogIndex): void {
  if (terms.categories.some((one) => one.slug === slug)) return;
  terms.categories.push({ slug, path: categoryPath(index, slug, name) });
}

function addTag(terms: TermsOfItem, tag: Term): void {
  if (!terms.tags.some(({ slug }) => slug === tag.slug)) terms.tags.push(tag);
}
