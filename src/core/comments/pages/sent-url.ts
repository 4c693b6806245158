import type { Comment } from '../api/comments.ts';

/** The page after a comment was sent: with thanks where its form was, and the comment while it waits. */
export const sentUrl = (
  postUrl: string,
  { approved, parent_id }: Pick<Comment, 'approved' | 'parent_id'>,
): string =>
  `${postUrl}?commented=${approved ? 'published' : 1}${parent_id === null ? '' : `&reply=${parent_id}`}`;
