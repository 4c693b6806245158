import type { Post, PostOnPage } from '../../posts/api/posts.ts';
import type { PostsApi } from '../../posts/pages/page-api.ts';
import type { Comment, CommentPage } from '../api/comments.ts';

type CommentInput = {
  comment_text: string;
  user_name?: string;
  author_url?: string;
  parent_id?: number | null;
  website?: string;
  /** The email at which its author wants to be notified. */
  notify_address?: string;
  form_id?: string;
};

export type CommentsApi = PostsApi & {
  /** A page of the comments of a post, counted from 1. */
  comments(post: PostOnPage, page: number): Promise<CommentPage>;
  comment(postId: number, input: CommentInput): Promise<Comment>;
  /** The page of comments on which an approved comment is; null when the post has none with this id. */
  pageOfComment(post: PostOnPage, id: number): Promise<number | null>;
  /** Null unless it is an approved comment of the post. */
  approvedComment(post: Pick<Post, 'id'>, id: number): Promise<Comment | null>;
  /** What the browser that asks has sent and may change: what waits for approval, and what is not older than ten minutes. */
  ownComments(post: Pick<Post, 'id'>): Promise<Comment[]>;
  editOwnComment(id: number, text: string): Promise<void>;
  withdrawComment(id: number): Promise<void>;
  /** For the owner. */
  editComment(id: number, text: string): Promise<Comment>;
  unapproveComment(id: number): Promise<Comment>;
  deleteComment(id: number): Promise<{ id: number }>;
};
