import type { SourceItem } from '../../items.ts';
import type { XmlElement } from '../../sources/xml-element.ts';
import { authorItem, siteItem, tagItem } from '../common-items.ts';
import { decodedSlug, field, fieldsOf, idField } from './fields.ts';
import { isCategory, readAuthor, readCategory } from './index-of-blog.ts';
import type { Blog } from './items.ts';
import { categoryPath } from './terms.ts';
import { detached, plainLine } from './xml-text.ts';

/** What the export says of the blog as a whole: itself, its authors and its terms. */
export function* blogItems(blog: Blog): Generator<SourceItem> {
  const { index, addresses } = blog;
  const { host } = addresses;
  yield {
    ...siteItem(index.title, { tagline: index.tagline, url: index.url, language: index.language }),
    key: `${host}/site`,
    label: index.title || host,
    addresses: addresses.ofBlog(),
    ...(index.incomplete.length > 0 && { remarks: index.incomplete.map(incomplete) }),
  };
  for (const from of addresses.feedsOfComments())
    yield { kind: 'redirect', key: `${host}${from}`, sourceKind: 'address', label: from, from, to: null };
  for (const name of index.creators)
    if (!index.authors.has(name))
      yield {
        ...authorItem(name, `${host}/author/${name}`),
        sourceKind: 'creator',
        addresses: [addresses.at(`author/${encodeURIComponent(name)}/`)],
      };
  for (const element of index.terms) {
    const item = termItem(element, blog);
    if (item) yield item;
  }
}

function incomplete(path: string): string {
  return `The file ${path} is incomplete: its end is missing, and with it what followed. Export the blog again to get everything.`;
}

/** The item of an author, a category, a tag or another term; null for other elements. */
function termItem(element: XmlElement, blog: Blog): SourceItem | null {
  const { name, children } = element;
  const { index, addresses } = blog;
  const { host } = addresses;
  const fields = fieldsOf(children);
  if (name === 'wp:author') {
    const author = readAuthor(fields);
    return {
      ...authorItem(author.name, `${host}/author/${author.login}`),
      addresses: [addresses.at(`author/${encodeURIComponent(author.login)}/`)],
    };
  }
  const sourceKind = name.replace('wp:', '');
  const description = plainLine(
    field(fields, 'wp:category_description', 'wp:tag_description', 'wp:term_description'),
  );
  const remarks = description
    ? { remarks: [`Its description was left out: ${detached(description.slice(0, 500))}`] }
    : {};
  const taxonomy = field(fields, 'wp:term_taxonomy');
  if (isCategory(element, fields)) {
    const term = readCategory(fields);
    const path = categoryPath(index, term.slug, term.name);
    return {
      kind: 'category',
      key: `${host}/category/${term.slug}`,
      sourceKind,
      label: path.map((one) => one.name).join(' / '),
      path,
      addresses: addresses.ofCategory(
        path.map((one) => one.slug ?? one.name),
        term.id,
      ),
      ...remarks,
    };
  }
  if (name === 'wp:tag' || taxonomy === 'post_tag') {
    const slug = detached(field(fields, 'wp:tag_slug', 'wp:term_slug'));
    const tag = detached(plainLine(field(fields, 'wp:tag_name', 'wp:term_name'))) || decodedSlug(slug);
    const term = { name: tag, ...(slug && { slug: decodedSlug(slug) }) };
    return {
      ...tagItem(term, slug ? addresses.ofTag(decodedSlug(slug)) : [], sourceKind),
      key: `${host}/tag/${slug || tag}`,
      ...remarks,
    };
  }
  if (name !== 'wp:term') return null;
  const label = detached(plainLine(field(fields, 'wp:term_name')) || field(fields, 'wp:term_slug'));
  return {
    kind: 'left-out',
    key: `${host}/term/${taxonomy}/${field(fields, 'wp:term_slug') || idField(fields, 'wp:term_id')}`,
    sourceKind: 'term',
    label,
    reason:
      taxonomy === 'nav_menu'
        ? 'Menus are not taken over; the admin area has a menu of its own.'
        : `Terms of "${taxonomy}" are not taken over; only categories and tags are.`,
  };
}
