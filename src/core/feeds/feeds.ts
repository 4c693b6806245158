import { feedHtml } from '../../content/document/feed-html.ts';
import type { Blog } from '../../platform/blog.ts';
import { listTag, postTag, read } from '../../platform/http/cache/reads.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import { noSuchFile } from '../../platform/messages/owner.ts';
import { messagesIn } from '../../platform/web/messages/catalogs.ts';
import type { Author } from '../accounts/api/profiles.ts';
import { type Authors, readAuthors } from '../accounts/profiles/authors.ts';
import { presentImage } from '../images/present-image.ts';
import { variantType } from '../images/processing/images.ts';
import { isPublicList } from '../posts/list-exists.ts';
import { isOfRename } from '../posts/posts.ts';
import { presentTerms } from '../posts/present.ts';
import { categoriesOf, listName } from '../posts/terms/rules/list-names.ts';
import type { Site } from '../site/api/site.ts';
import { readSite } from '../site/site.ts';
import { type FeedPost, newestPosts } from './store.ts';

export type FeedList = { kind: 'all' | 'category' | 'tag'; name: string };

type FeedImage = {
  url: string;
  type: string;
  width: number;
  height: number;
  bytes: number;
  alt: string;
};

export type FeedItem = {
  /** Does not change with the web title. */
  id: string;
  url: string;
  title: string;
  summary: string;
  /** BCP 47; empty: that of the site. */
  language: string;
  html: string;
  published: string;
  updated: string;
  categories: string[];
  images: FeedImage[];
  author: FeedAuthor | null;
  /** The parts of its series before and after it, as far as the feed has them. */
  previous: string | null;
  next: string | null;
};

export type FeedAuthor = { name: string; url: string | null; photo: string | null };

export type Feed = {
  site: Site;
  title: string;
  description: string;
  /** The path of the list that this is the feed of. */
  homePath: string;
  siteUrl: string;
  /** The WebSub hub that is notified of changes. */
  hub: string | null;
  /** When anything in it last changed. */
  updated: string;
  items: FeedItem[];
};

const size = 50;
const nothingYet = '1970-01-01T00:00:00.000Z';

/** The newest posts of the site, a category or a tag. A list that readers do not have has no feed either. */
export async function readFeed(blog: Blog, list: FeedList): Promise<Feed> {
  const site = await readSite(blog);
  const found = await read(
    blog,
    (db) => newestPosts(db, list, size),
    (found) => [listTag(list), ...found.map(({ id }) => postTag(id))],
  );
  const posts = (await isOfRename(blog, list, found[0] && presentTerms(found[0]))) ? [] : found;
  if (posts.length === 0 && !(await isPublicList(blog, list))) throw new Problem('not_found', noSuchFile);
  const authors = await readAuthors(blog);
  const { untitled } = messagesIn(site.language);
  const items = posts.map((post) => ({
    ...itemOf(blog, post, authors, untitled),
    // Another list may lack parts in between.
    ...(list.kind === 'all' ? partsAround(blog, posts, post) : { previous: null, next: null }),
  }));
  const about = listName(list, posts[0] && presentTerms(posts[0]));
  return {
    site,
    title: about ? `${about} · ${site.site_name}` : site.site_name,
    description: site.site_description || site.site_name,
    homePath: { all: () => urls.home, category: urls.category, tag: urls.tag }[list.kind](list.name),
    siteUrl: blog.siteUrl(),
    hub: hubOf(site),
    updated: items.reduce((newest, { updated }) => (updated > newest ? updated : newest), nothingYet),
    items,
  };
}

/** As it is written in headers: without spaces, quotes and other scripts. */
export const hubOf = ({ websub_hub }: Site): string | null => URL.parse(websub_hub)?.href ?? null;

/** The posts are newest first. */
function partsAround(blog: Blog, posts: readonly FeedPost[], post: FeedPost) {
  const parts = post.series === '' ? [] : posts.filter(({ series }) => series === post.series);
  const urlAt = (at: number) => {
    const part = parts[at];
    return part ? blog.siteUrl() + urls.post(part.post_title_web) : null;
  };
  const at = parts.indexOf(post);
  return { previous: at === -1 ? null : urlAt(at + 1), next: at === -1 ? null : urlAt(at - 1) };
}

type Item = Omit<FeedItem, 'previous' | 'next'>;

function itemOf(blog: Blog, post: FeedPost, authors: Authors, untitled: string): Item {
  const siteUrl = blog.siteUrl();
  const url = siteUrl + urls.post(post.post_title_web);
  const published = post.post_date;
  const changed = post.update_date ?? post.first_active_date ?? published;
  return {
    id: siteUrl + urls.directLink(post.id),
    url,
    title: post.post_title || untitled,
    summary: post.description,
    language: post.language,
    author: authorOf(siteUrl, authors.find(post.author_id)),
    html: htmlOnce(post.html, url),
    published,
    updated: changed > published ? changed : published,
    categories: termsOf(post),
    images: mainFirst(post.images).map((image) => {
      const { file_path, width, height, alt } = presentImage(blog, image);
      const file = image.variants.find(({ name }) => name === blog.files.nameOf(file_path));
      return {
        url: new URL(file_path, siteUrl).href,
        type: variantType,
        width,
        height,
        bytes: file?.bytes ?? 0,
        alt,
      };
    }),
  };
}

function termsOf(post: FeedPost): string[] {
  const terms = presentTerms(post);
  return [
    ...new Set([
      ...categoriesOf(terms).flatMap(({ titles }) => titles),
      ...terms.tags.map(({ display_name }) => display_name),
    ]),
  ];
}

const authorOf = (siteUrl: string, author: Author | null): FeedAuthor | null =>
  author && {
    name: author.display_name,
    url: author.links.find(({ url }) => /^https?:/i.test(url))?.url ?? null,
    photo: author.photo && new URL(author.photo.file_path, siteUrl).href,
  };

const mainFirst = (images: FeedPost['images']) => images.toSorted((a, b) => b.main_image - a.main_image);

const remembered = new Map<string, string>();
const maxRemembered = 500;

/** Feeds are requested often and posts change rarely, so the rewritten HTML is cached. */
function htmlOnce(html: string, url: string): string {
  const key = `${url}\n${html}`;
  const known = remembered.get(key) ?? feedHtml(html, url);
  remembered.delete(key);
  remembered.set(key, known);
  if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value ?? '');
  return known;
}
