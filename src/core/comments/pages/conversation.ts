import { commentUrl } from '../../../platform/http/api/page-number.ts';
import type { Comment } from '../api/comments.ts';
import type { CommentEntryProps } from './islands/comment-entry.tsx';

/** What all comments of a page share. */
export type Conversation = {
  postUrl: string;
  page: number;
  pages: number;
  /** Whether comments have a link to reply. */
  isOpen: boolean;
  isOwner: boolean;
  /** The comment that is being edited; `text` and `error`: a text that was rejected. */
  edit?: { id: number; text?: string; error?: string } | undefined;
  /** The comment that is about to be deleted. */
  delete?: number | undefined;
  /** Comments that the reader may edit and withdraw. */
  own?: readonly number[] | undefined;
  /** Stands below the comment that it replies to. */
  reply?: CommentEntryProps | undefined;
};

export const nameOf = ({ display_name, user_name }: Comment): string => display_name ?? user_name;

/** The URL that always finds a comment. On the only page of comments the fragment alone does, without a redirect. */
export const permalink = ({ postUrl, pages }: Conversation, id: number): string =>
  pages === 1 ? `${postUrl}#comment-${id}` : commentUrl(postUrl, id);
