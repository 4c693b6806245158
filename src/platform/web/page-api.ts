import type { Author } from '../../core/accounts/api/profiles.ts';
import type { Comment, CommentPage } from '../../core/comments/api/comments.ts';
import type { CurrentWebTitle, Post, PostCard, PostLink, PostOnPage } from '../../core/posts/api/posts.ts';
import type { ArchiveYear, MonthCount } from '../../core/posts/lists/api/archive.ts';
import type { SearchHit } from '../../core/posts/search/api.ts';
import type { Category } from '../../core/posts/taxonomy/api/categories.ts';
import type { TopicNode } from '../../core/posts/taxonomy/rules/category-tree.ts';
import type { Voted } from '../../core/posts/votes/api.ts';
import type { Frame } from '../../core/site/api/site.ts';
import type { MailModeration } from '../../features/mail/api/moderation.ts';
import type { Choices, Subscription } from '../../features/mail/api/subscriptions.ts';

/** A part of a list; `exists` tells an empty list from a tag or category that does not exist, `name` is what it is called. */
export type PostList = { cards: PostCard[]; total: number; exists: boolean; name: string };
export type SearchResult = { hits: SearchHit[]; total: number };
/** The tree of categories, and one page of all tags. */
export type Topics = {
  categories: readonly TopicNode[];
  tags: readonly { name: string; display_name: string; count: number }[];
  totalTags: number;
};
/** The posts before and after a post in the list of all posts. */
export type Neighbors = { previous: PostLink | null; next: PostLink | null };
type Part = { limit: number; offset: number };
export type Filter = { category?: string | undefined; tag?: string | undefined };
export type CommentInput = {
  comment_text: string;
  user_name?: string;
  author_url?: string;
  parent_id?: number | null;
  website?: string;
  /** Where its author wants to be told. */
  notify_address?: string;
  form_id?: string;
};

/**
 * What public pages read from the blog while the server renders them (http/pages/page-api.ts). Expected errors are thrown as
 * Problem. Islands call /webapi instead (fetch-calls.ts).
 */
export type Api = {
  frame(): Promise<Frame>;
  claim: Claim;
  /** The author of the site, if it has one author only. */
  author(): Promise<Author | null>;
  posts(page: { limit: number; offset: number }, filter: Filter): Promise<PostList>;
  post(webTitle: string): Promise<PostOnPage>;
  /** What is at the path of a page: the page, the path that it moved to, `deleted`, or null. */
  pageAt(path: string): Promise<{ page: PostOnPage } | { movedTo: string } | 'deleted' | null>;
  /** The current web title of a post, by a current or former web title or by its id. */
  currentWebTitle(of: { title: string } | { post: number }): Promise<CurrentWebTitle>;
  preview(token: string): Promise<Post>;
  /** The post that saving these values of the form, as JSON, would make. */
  typedPost(values: string): Promise<Post>;
  /** A page of the comments of a post, counted from 1. */
  comments(post: PostOnPage, page: number): Promise<CommentPage>;
  related(topic: string, exceptId: number): Promise<PostLink[]>;
  /** The years that have posts, newest first. */
  archive(): Promise<ArchiveYear[]>;
  /** The posts of a year or a month, newest first, and the months of a year. */
  archivedPosts(
    period: { year: number; month?: number | undefined },
    page: Part,
  ): Promise<{ posts: PostLink[]; total: number; months: MonthCount[] }>;
  topics(page: Part): Promise<Topics>;
  neighbors(post: Pick<Post, 'id' | 'post_date'>): Promise<Neighbors>;
  search(query: string, page: { limit: number; offset: number }): Promise<SearchResult>;
  /** Whether this visitor has voted for the post. */
  hasVoted(postId: number): Promise<boolean>;
  vote(postId: number): Promise<Voted>;
  comment(postId: number, input: CommentInput): Promise<Comment>;
  /** For links in mails to commenters. */
  commenterMail: {
    isConfirmable(token: string): Promise<boolean>;
    confirm(token: string): Promise<boolean>;
    isStopLink(signed: string): boolean;
    stop(signed: string): Promise<boolean>;
  };
  /** The page of comments on which an approved comment is; null when the post has none with this id. */
  pageOfComment(post: PostOnPage, id: number): Promise<number | null>;
  /** Null unless it is an approved comment of the post. */
  approvedComment(post: Pick<Post, 'id'>, id: number): Promise<Comment | null>;
  /** For the owner. */
  editComment(id: number, text: string): Promise<Comment>;
  unapproveComment(id: number): Promise<Comment>;
  deleteComment(id: number): Promise<{ id: number }>;
  /** What a link in a mail about a waiting comment is for; null on a site without mail. */
  moderation(link: string): Promise<MailModeration | 'invalid' | null>;
  /** Does it, if the comment is still the one that was shown. */
  moderate(link: string, version: string): Promise<MailModeration | 'invalid' | null>;
  /** Null on a site that sends no mail. */
  subscriptions: Subscriptions | null;
};

/** What the page of the claim link of a new site needs. Links that do not work return null. */
export type Claim = {
  /** Whether the site has an administrator. */
  isClaimed(): Promise<boolean>;
  /** The name that the link proposes. */
  find(token: string): Promise<{ username: string } | null>;
  /** Makes the visitor the administrator and signs them in. */
  claim(token: string, typed: { username: string; password: string }): Promise<'claimed' | null>;
};

/** What the pages for subscribers need. Links from mails that do nothing any more return null or false. */
export type Subscriptions = {
  categories(): Promise<readonly Category[]>;
  request(address: string, choices: Choices): Promise<void>;
  pending(token: string): Promise<Subscription | null>;
  /** Returns the signed id of the subscriber. */
  confirm(token: string): Promise<string | null>;
  find(signed: string): Promise<Subscription | 'ended' | null>;
  change(signed: string, choices: Choices): Promise<boolean>;
  stop(signed: string): Promise<boolean>;
};
