import type { AccountsApi } from '../../accounts/pages/page-api.ts';
import type { CurrentWebTitle, Post, PostCard, PostLink, PostOnPage } from '../api/posts.ts';
import type { Archive, MonthCount } from '../lists/api/archive.ts';
import type { SearchHit } from '../search/api.ts';
import type { TopicNode } from '../terms/rules/category-tree.ts';
import type { Voted } from '../votes/api.ts';

/** A part of a list; `exists` tells an empty list from a tag or category that does not exist, `name` is what it is called. */
/** `description` is what the owner wrote about the category. */
export type PostList = {
  cards: PostCard[];
  total: number;
  exists: boolean;
  name: string;
  description: string;
};
export type SearchResult = { hits: SearchHit[]; total: number };
/** The tree of categories, and one page of all tags. */
export type Topics = {
  categories: readonly TopicNode[];
  tags: readonly { name: string; display_name: string; count: number }[];
  totalTags: number;
  /** The newest post in each of these, by the name of the list. */
  latest: { category: ReadonlyMap<string, PostLink>; tag: ReadonlyMap<string, PostLink> };
};
/** The posts before and after a post in the list of all posts. */
export type Neighbors = { previous: PostLink | null; next: PostLink | null };
/** Which part of its series a post is, and the parts before and after it. */
export type SeriesPlace = Neighbors & { part: number; total: number };
type Part = { limit: number; offset: number };
export type Filter = { category?: string | undefined; tag?: string | undefined };

/** Expected errors are thrown as Problem. Islands call /webapi instead (fetch-calls.ts). */
export type PostsApi = AccountsApi & {
  posts(page: { limit: number; offset: number }, filter: Filter): Promise<PostList>;
  post(webTitle: string): Promise<PostOnPage>;
  /** What is at the path of a page: the page, the path that it moved to, `deleted`, or null. */
  pageAt(path: string): Promise<{ page: PostOnPage } | { movedTo: string } | 'deleted' | null>;
  /** The current web title of a post, by a current or former web title or by its id. */
  currentWebTitle(of: { title: string } | { post: number }): Promise<CurrentWebTitle>;
  preview(token: string): Promise<Post>;
  /** The post that saving these values of the form, as JSON, would make. */
  typedPost(values: string): Promise<Post>;
  related(topic: string, exceptId: number): Promise<PostLink[]>;
  /** The years that have posts, newest first, and their posts unless they are too many. */
  archive(): Promise<Archive>;
  /** The posts of a year or a month, newest first, and the months of a year. */
  archivedPosts(
    period: { year: number; month?: number | undefined },
    page: Part,
  ): Promise<{ posts: PostLink[]; total: number; months: MonthCount[] }>;
  topics(page: Part): Promise<Topics>;
  neighbors(post: Pick<Post, 'id' | 'post_date'>): Promise<Neighbors>;
  placeInSeries(post: Pick<Post, 'id' | 'series'>): Promise<SeriesPlace | null>;
  search(query: string, page: { limit: number; offset: number }): Promise<SearchResult>;
  /** Whether this visitor has voted for the post. */
  hasVoted(postId: number): Promise<boolean>;
  vote(postId: number): Promise<Voted>;
};
