import type { Blog } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { noFilter, relatedSize } from '../../platform/http/api/limits.ts';
import { searchable } from '../../platform/http/api/text.ts';
import {
  anyPostTag,
  everythingTag,
  linkTag,
  listTag,
  postTag,
  read,
} from '../../platform/http/cache/reads.ts';
import { Problem } from '../../platform/http/problem.ts';
import { maySee, type Viewer } from '../../platform/http/viewer.ts';
import * as messages from '../../platform/messages/owner.ts';
import type { Message } from '../../platform/messages/translate.ts';
import { readAuthors } from '../accounts/profiles/authors.ts';
import { named } from '../site/activity.ts';
import type { PostStatus } from './api/post-kinds.ts';
import type { AdminPost, Post, PostCard, PostCounts, PostLink } from './api/posts.ts';
import { countPosts, isPartOfInactive } from './lists/store/admin-lists.ts';
import { presentAdminPost, presentCard, presentPost } from './present.ts';
import * as adminList from './store/admin-posts.ts';
import { findPosts } from './store/admin-search.ts';
import type { StoredCard, StoredFullPost } from './store/post-rows.ts';
import * as posts from './store/posts.ts';
import { isInCategory, type PostTerms } from './terms/rules/list-names.ts';
import { segmentExists } from './terms/store/categories.ts';
import { readTranslations, readTranslationsForOwner } from './translations/translations.ts';

export const noSuchPost = () => new Problem('not_found', messages.noSuchPost);

export type ListQuery = {
  limit: number;
  offset: number;
  category: string;
  tag: string;
  /** False for pages, whose cards show only how many there are. */
  hasComments?: boolean;
};

const isFilter = (value: string): boolean => value !== noFilter && value !== 'null';

/** The lists that a query reads: one, or two when it filters by category and tag. */
export function listingsOf({
  category,
  tag,
}: Pick<ListQuery, 'category' | 'tag'>): [posts.Listing, posts.Listing?] {
  const filters: posts.Listing[] = [];
  if (isFilter(category)) filters.push({ kind: 'category', name: category });
  if (isFilter(tag)) filters.push({ kind: 'tag', name: tag });
  const [first = { kind: 'all', name: '' }, second] = filters;
  return second ? [first, second] : [first];
}

export async function listPosts(blog: Blog, query: ListQuery): Promise<{ cards: PostCard[]; total: number }> {
  const [first, second] = listingsOf(query);
  const lists = [listTag(first), ...(second ? [listTag(second)] : [])] as const;
  const listings = await read(
    blog,
    (db) => posts.smallerFirst(db, second ? [first, second] : [first]),
    () => lists,
  );
  const cards = await read(
    blog,
    (db) => posts.listCards(db, listings, query),
    (cards) => [...lists, ...cards.map(({ id }) => postTag(id))],
  );
  const total = await read(
    blog,
    (db) => posts.countListed(db, listings),
    () => lists,
  );
  const authors = await readAuthors(blog);
  const shown = cards.map((card) => presentCard(blog, card, authors));
  return (await isOfRename(blog, first, shown[0])) ? { cards: [], total: 0 } : { cards: shown, total };
}

/**
 * Whether a list belongs to the path that a category will have, or had, while it is renamed in the background: readers do not
 * see it. Posts know their categories, so that other lists need no query.
 */
export const isOfRename = async (
  blog: Pick<Blog, 'db' | 'reads'>,
  list: { kind: string; name: string },
  post: PostTerms | undefined,
): Promise<boolean> =>
  list.kind === 'category' &&
  post !== undefined &&
  !isInCategory(list.name, post) &&
  !(await read(
    blog,
    (db) => segmentExists(db, list.name),
    () => [everythingTag],
  ));

/** Few enough to be read within a turn of the event loop. */
const cardsAtOnce = 25;

/** The cards of every post, a few at a time: all of them may be too many for the memory. */
export async function* everyPost(blog: Blog): AsyncGenerator<PostCard[]> {
  const authors = await readAuthors(blog);
  let cards: StoredCard[] = [];
  do {
    const last = cards.at(-1);
    cards = await read(
      blog,
      (db) => posts.cardsAfter(db, last, cardsAtOnce),
      () => [anyPostTag],
    );
    yield cards.map((card) => presentCard(blog, card, authors));
  } while (cards.length === cardsAtOnce);
}

/** A random choice of posts of the same topic. */
export async function relatedPosts(blog: Blog, topic: string, excludedId: number): Promise<PostCard[]> {
  const chosen = await relatedIds(blog, topic, excludedId);
  const cards = await posts.cardsById(blog.db, chosen);
  const authors = await readAuthors(blog);
  return inOrder(cards, chosen).map((card) => presentCard(blog, card, authors));
}

/** How long the random choice of related posts stays on a cached page. */
const relatedMs = 30_000;

/** Like relatedPosts, but only what a link needs. */
export async function relatedLinks(blog: Blog, topic: string, excludedId: number): Promise<PostLink[]> {
  const chosen = await relatedIds(blog, topic, excludedId);
  // The choice only varies when the topic has more posts than are shown.
  if (chosen.length === relatedSize && blog.reads) blog.reads.times.refreshMs = relatedMs;
  const links = await read(
    blog,
    (db) => posts.headsById(db, chosen),
    () => [topicTag(topic), ...chosen.map(linkTag)],
  );
  return inOrder(links, chosen);
}

async function relatedIds(blog: Blog, topic: string, excludedId: number): Promise<number[]> {
  const { isRepeatable } = blog;
  const start = isRepeatable ? (excludedId * 0x9e3779b1) % 2 ** 31 : Math.floor(Math.random() * 2 ** 31);
  const ids = await read(
    blog,
    (db) => posts.shuffledIds(db, topic, start, relatedSize * 2 + 1),
    () => [topicTag(topic)],
  );
  const others = ids.filter((id) => id !== excludedId);
  return others
    .map((id) => ({ id, key: isRepeatable ? 0 : Math.random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, relatedSize)
    .map(({ id }) => id);
}

const topicTag = (topic: string) => listTag({ kind: 'topic', name: topic });

const inOrder = <Row extends { id: number }>(rows: Row[], ids: readonly number[]): Row[] =>
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));

export async function postById(blog: Blog, viewer: Viewer, id: number): Promise<Post> {
  return present(blog, viewer, await find(blog, viewer, (db) => posts.postById(db, id, 'approved')));
}

export async function postByWebTitle(blog: Blog, viewer: Viewer, webTitle: string): Promise<Post> {
  const found = await find(blog, viewer, (db) => posts.postByWebTitle(db, webTitle, 'approved'));
  return present(blog, viewer, found);
}

/** For the page of the post, by its web title, and whether it has more comments than it carries. */
export async function postForPage(
  blog: Blog,
  viewer: Viewer,
  webTitle: string,
): Promise<{ post: Post; hasMoreComments: boolean }> {
  const found = await find(blog, viewer, (db) => posts.postByWebTitle(db, webTitle, 'page'));
  return { post: await present(blog, viewer, found), hasMoreComments: found.hasMoreComments };
}

type PostQuery = (db: Db) => Promise<StoredFullPost | undefined>;

/** Throws unless this viewer may see the post. */
async function find(blog: Blog, viewer: Viewer, query: PostQuery): Promise<StoredFullPost> {
  const post = await read(blog, query, (found) => (found ? [postTag(found.id)] : [everythingTag]));
  if (!post || !maySee(viewer, post)) throw noSuchPost();
  return post;
}

async function present(blog: Blog, viewer: Viewer, post: StoredFullPost): Promise<Post> {
  if (!viewer.admin) Object.assign(post, { send_mail: null, mail_subject: '', mail_preheader: '' });
  return presentPost(blog, post, await readAuthors(blog), await readTranslations(blog, viewer, post));
}

/** Throws unless this viewer may see the post. */
export async function seePost(blog: Blog, viewer: Viewer, id: number, db: Db = blog.db) {
  const post = await posts.postHead(db, id);
  if (!post || !maySee(viewer, post)) throw noSuchPost();
  return post;
}

export async function adminPosts(
  blog: Blog,
  filter: SearchFilter,
  page: adminList.AdminPage | null,
  order: adminList.AdminOrder,
  brief: boolean,
): Promise<{ posts: AdminPost[]; total: number; isExact: boolean }> {
  const { stored, total, isExact } = await adminPage(blog.db, filter, page, order, brief);
  const authors = await readAuthors(blog);
  const translations = await readTranslationsForOwner(blog, stored);
  const posts = stored.map((post) => presentAdminPost(blog, post, authors, translations(post)));
  return { posts, total, isExact };
}

type SearchFilter = adminList.AdminFilter & { search?: string | undefined };

async function adminPage(
  db: Db,
  { search = '', ...filter }: SearchFilter,
  page: adminList.AdminPage | null,
  order: adminList.AdminOrder,
  brief: boolean,
): Promise<{ stored: adminList.StoredAdminPost[]; total: number; isExact: boolean }> {
  const text = searchable(search);
  if (!page || !text) {
    const stored = await adminList.adminPosts(db, { ...filter, search: text }, page, order, brief);
    return { stored, total: page ? await countMatching(db, filter) : stored.length, isExact: true };
  }
  const { ids, total, isExact } = await findPosts(db, filter, text, page, order);
  const stored =
    ids.length > 0 ? await adminList.adminPosts(db, { ids, kind: filter.kind }, null, order, brief) : [];
  return { stored, total, isExact };
}

async function countMatching(db: Db, filter: adminList.AdminFilter): Promise<number> {
  if (!isPartOfInactive(filter.status)) return countPosts(db, filter);
  const scheduled = await adminList.countScheduled(db, filter);
  return filter.status === 'scheduled' ? scheduled : (await countPosts(db, filter)) - scheduled;
}

/** How many posts have each status. */
export async function postCounts({ db }: Blog): Promise<PostCounts> {
  const count = (status: PostStatus) => countMatching(db, { status });
  return { draft: await count('draft'), scheduled: await count('scheduled'), active: await count('active') };
}

export async function postNamed(db: Db, id: number): Promise<Message> {
  return named((await posts.postHead(db, id)) ?? { kind: 'post', post_title: '' });
}
