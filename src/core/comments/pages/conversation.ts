import { commentUrl } from '../../../platform/http/api/page-number.ts';
import type { Comment } from '../api/comments.ts';

/** What all comments of a page share. */
export type Conversation = {
  postUrl: string;
  page: number;
  pages: number;
  /** Whether comments have a link to reply. */
  isOpen: boolean;
  /** What the owner is doing with one of them; null for readers. */
  owner: CommentTool | null;
};

/** Which comment the owner edits or is about to delete. */
export type CommentTool = {
  /** `text` and `error`: a text that was rejected. */
  edit?: { id: number; text?: string; error?: string } | undefined;
  delete?: number | undefined;
};

export const nameOf = ({ display_name, user_name }: Comment): string => display_name ?? user_name;

/** The URL that always finds a comment. On the only page of comments the fragment alone does, without a redirect. */
export const permalink = ({ postUrl, pages }: Conversation, id: number): string =>
  pages === 1 ? `${postUrl}#comment-${id}` : commentUrl(postUrl, id);
