import { commentText } from '../../../../content/foreign/comment-text.ts';
import { instant } from '../../../../platform/files/dates.ts';
import { isTimeZone } from '../../../../platform/web/languages.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { PostItem, SourceItem, Term } from '../../items.ts';
import type { SiteIndex } from '../../sources/fetch-site.ts';
import type { ReadDocument } from '../../sources/site-copy.ts';
import { authorItem, categoryItem, commentItem, siteItem, tagItem } from '../common-items.ts';
import { plainLine } from '../wordpress/xml-text.ts';

type Row = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const idOf = (value: unknown): string => (typeof value === 'number' ? String(value) : '');
const row = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {});
const rows = (value: unknown): Row[] => (Array.isArray(value) ? value.map(row) : []);
const rendered = (value: unknown): string => text(row(value).rendered);

/** What the API of WordPress says to everyone: what is public, with approved comments. */
export async function* wordpressItems(
  lists: NonNullable<SiteIndex['wordpress']>,
  document: ReadDocument,
): AsyncGenerator<SourceItem> {
  async function* of(list: string): AsyncGenerator<Row> {
    for (const url of lists[list]?.urls ?? []) yield* rows(parsed((await document(url)).text));
  }
  const root = row(parsed((await document(lists.root?.urls[0] ?? '')).text));
  const zone = text(root.timezone_string);
  const baseUrl = `${text(root.home) || text(root.url)}/`;
  yield siteItem(plainLine(text(root.name)), {
    tagline: plainLine(text(root.description)),
    url: baseUrl,
    timeZone: isTimeZone(zone) ? zone : undefined,
  });
  for await (const user of of('users')) {
    const url = text(user.url);
    yield {
      ...authorItem(plainLine(text(user.name)), `author:${idOf(user.id)}`),
      bio: text(user.description),
      ...(url && { links: [{ label: url, url }] }),
      addresses: addressOf(user),
    };
  }
  const categories = new Map<string, Row>();
  for await (const category of of('categories')) categories.set(idOf(category.id), category);
  for (const [id, category] of categories)
    yield categoryItem(id, pathOf(categories, id), addressOf(category));
  const tags = new Map<string, Term>();
  for await (const tag of of('tags')) {
    const term = termOf(tag);
    tags.set(idOf(tag.id), term);
    yield { ...tagItem(term, addressOf(tag)), key: `tag:${idOf(tag.id)}` };
  }
  for (const list of ['posts', 'pages'])
    for await (const post of of(list)) yield postItem(post, { baseUrl, categories, tags });
  // By their ids, so that each follows the one that it replies to.
  for await (const comment of of('comments')) yield readComment(comment);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const termOf = (term: Row): Term => ({ name: plainLine(text(term.name)), slug: text(term.slug) });
const addressOf = ({ link }: Row): string[] => (text(link) ? [text(link)] : []);

/** From the root down; a circle ends it. */
function pathOf(categories: ReadonlyMap<string, Row>, id: string): Term[] {
  const path: Term[] = [];
  const seen = new Set<string>();
  for (let at = id; categories.has(at) && !seen.has(at); at = idOf(categories.get(at)?.parent)) {
    seen.add(at);
    path.unshift(termOf(categories.get(at) ?? {}));
  }
  return path;
}

type Known = { baseUrl: string; categories: ReadonlyMap<string, Row>; tags: ReadonlyMap<string, Term> };

function postItem(post: Row, { baseUrl, categories, tags }: Known): PostItem {
  const isPage = post.type === 'page';
  const title = plainLine(rendered(post.title));
  const original = rendered(post.content);
  const converted = convertForeignHtml(original, { baseUrl });
  const [media] = rows(row(post._embedded)['wp:featuredmedia']);
  const image = text(media?.source_url);
  const ids = (value: unknown) => (Array.isArray(value) ? value.map(idOf) : []);
  const isProtected = row(post.content).protected === true;
  const path = URL.parse(text(post.link))?.pathname.replace(/\/$/, '') ?? '';
  return {
    kind: isPage ? 'page' : 'post',
    key: `post:${idOf(post.id)}`,
    sourceKind: isPage ? 'page' : 'post',
    label: title,
    title,
    slug: isPage ? path || `/${text(post.slug)}` : text(post.slug),
    html: converted.html,
    original,
    date: instant(post.date_gmt) ?? instant(post.date),
    updated: instant(post.modified_gmt),
    status: isProtected ? 'private' : 'public',
    ...(idOf(post.author) && { author: `author:${idOf(post.author)}` }),
    tags: ids(post.tags).flatMap((id) => tags.get(id) ?? []),
    categories: ids(post.categories).flatMap((id) => (categories.has(id) ? [pathOf(categories, id)] : [])),
    commentsOpen: post.comment_status === 'open',
    ...(image && { mainImage: { url: image, alt: text(media?.alt_text) } }),
    addresses: [...addressOf(post), `/?${isPage ? 'page_id' : 'p'}=${idOf(post.id)}`],
    remarks: converted.remarks,
  };
}

function readComment(comment: Row): SourceItem {
  const type = text(comment.type);
  const [parent, author] = [idOf(comment.parent), idOf(comment.author)];
  return commentItem({
    key: `comment:${idOf(comment.id)}`,
    parent: parent !== '0' && parent ? `comment:${parent}` : '',
    post: { key: `post:${idOf(comment.post)}` },
    name: plainLine(text(comment.author_name)),
    url: text(comment.author_url),
    author: author !== '0' && author ? `author:${author}` : '',
    text: commentText(rendered(comment.content)),
    date: instant(comment.date_gmt),
    source: type === 'pingback' || type === 'trackback' ? type : 'comment',
  });
}
