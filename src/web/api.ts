import { createContext } from 'react-router';
import type { Comment } from '../contract/comments.ts';
import type { Post, PostAddress, PostCard, PostLink } from '../contract/posts.ts';
import type { SearchHit } from '../contract/search.ts';
import type { Frame } from '../contract/site.ts';
import type { Voted } from '../contract/votes.ts';

export type PostList = { cards: PostCard[]; total: number };
export type SearchResult = { hits: SearchHit[]; total: number };
export type Filter = { category?: string | undefined; tag?: string | undefined };
export type CommentInput = { comment_text: string; user_name?: string; website?: string };

/**
 * All that the public screens ask of the blog. On the server it is the blog itself, in process; in the browser it is
 * /webapi over fetch. Refusals are thrown as Problem on both sides.
 */
export interface Api {
  frame(): Promise<Frame>;
  signedIn(): Promise<boolean>;
  posts(page: { limit: number; offset: number }, filter: Filter): Promise<PostList>;
  post(webTitle: string): Promise<Post>;
  /** Where a post is now, by a web title of today or of old, or by its id. */
  address(of: { title: string } | { post: number }): Promise<PostAddress>;
  /** The post that a preview link shows. */
  preview(token: string): Promise<Post>;
  related(topic: string, exceptId: number): Promise<PostLink[]>;
  search(query: string, page: { limit: number; offset: number }): Promise<SearchResult>;
  vote(postId: number): Promise<Voted>;
  comment(postId: number, input: CommentInput): Promise<Comment>;
}

/** Where loaders find the API of their side. */
export const apiContext = createContext<Api>();
