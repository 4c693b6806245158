import { mf2 } from 'microformats-parser';
import { write } from '../../../content/document/parse.ts';
import { type Element, isElement, isText, type Node, type Parent } from '../../../content/document/tree.ts';
import { type HtmlPage, resolved } from './html-page.ts';

type Parsed = ReturnType<typeof mf2>;
export type Item = Parsed['items'][number];
type Property = Item['properties'][string][number];

/** The parser takes time that grows with the square of the number of elements and names. */
const maxElements = 5_000;
const maxNames = 20;
const maxItems = 500;

/** What the parser reads. Without ids and references to them, which could include an element in itself. */
const usedAttributes = new Set('class href src data poster rel title alt value content datetime'.split(' '));
const urlAttributes = new Set(['href', 'src', 'data', 'poster']);
const unused = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'base',
  'svg',
  'math',
  'object',
  'iframe',
]);

type Microformats = { items: Item[]; relAuthor: string | null; canonical: string | null };

/** The microformats of a page, and what it names as its author and its own URL; none where the parser fails. */
export function microformatsOf(page: HtmlPage): Microformats {
  try {
    const { items, rels } = mf2(simplified(page), { baseUrl: page.base });
    const first = (rel: string) => resolved(Object.hasOwn(rels, rel) ? rels[rel]?.[0] : undefined, page.base);
    return { items: allItems(items), relAuthor: first('author'), canonical: first('canonical') };
  } catch {
    return { items: [], relAuthor: null, canonical: null };
  }
}

/**
 * The page as the parser can read it: it fails at URLs that are none, resolves relative ones against a relative base, and
 * follows references between elements. Changes the page.
 */
function simplified({ document, base }: HtmlPage): string {
  let count = 0;
  const next: Parent[] = [document];
  for (let parent = next.pop(); parent; parent = next.pop()) {
    parent.childNodes = (parent.childNodes as Node[]).filter(
      (node) => isText(node) || (isElement(node) && !unused.has(node.tagName) && ++count <= maxElements),
    );
    const elements = (parent.childNodes as Node[]).filter(isElement);
    for (const element of elements) simplify(element, base);
    next.push(...elements.reverse());
  }
  return write(document);
}

function simplify(element: Element, base: string): void {
  element.attrs = element.attrs.flatMap(({ name, value }) => {
    if (!usedAttributes.has(name)) return [];
    if (name === 'class' || name === 'rel') return [{ name, value: names(value) }];
    if (!urlAttributes.has(name)) return [{ name, value }];
    // Without any URL, the parser would take the text for one.
    return [{ name, value: resolved(value, base) ?? 'about:invalid' }];
  });
}

/** Without those that every object has: the parser takes what it finds there for its own lists. */
const names = (value: string): string =>
  value
    .split(/\s+/, maxNames)
    .filter((name) => !(name.replace(/^(?:[pue]|dt)-/, '') in {}))
    .join(' ');

/** Items with those inside of them, outer ones first. */
function allItems(items: readonly Item[]): Item[] {
  const found: Item[] = [...items];
  for (let index = 0; index < found.length && found.length < maxItems; index++) {
    const item = found[index];
    found.push(...(item?.children ?? []));
    for (const values of Object.values(item?.properties ?? {})) found.push(...values.filter(isItem));
  }
  return found.slice(0, maxItems);
}

export const isItem = (value: Property): value is Item => typeof value === 'object' && 'properties' in value;

export const isOfType = (item: Item, ...types: string[]): boolean =>
  item.type?.some((type) => types.includes(type)) ?? false;

export const valuesOf = (item: Item, name: string): Property[] =>
  Object.hasOwn(item.properties, name) ? (item.properties[name] ?? []) : [];

/** The first value of a property as text. */
export function textOf(item: Item, name: string): string {
  const [value] = valuesOf(item, name);
  return value === undefined ? '' : plain(value);
}

export function plain(value: Property): string {
  if (typeof value === 'string') return value.trim();
  if (isItem(value)) return typeof value.value === 'string' ? value.value.trim() : '';
  return value.value?.trim() ?? '';
}

/** The URLs of a property: of links, and of things that have URLs themselves. */
export const urlsOf = (item: Item, name: string, base: string): string[] =>
  valuesOf(item, name)
    .flatMap((value) =>
      isItem(value) ? [...valuesOf(value, 'url').map(plain), plain(value)] : [plain(value)],
    )
    .flatMap((url) => resolved(url || undefined, base) ?? []);
