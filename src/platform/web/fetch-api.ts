import type { Comment } from '../../core/comments/api/comments.ts';
import type { Voted } from '../../core/posts/votes/api.ts';
import { call } from './fetch-json.ts';
import type { CommentInput } from './page-api.ts';

/** The calls of /webapi that islands make. */

export const fetchComments = async (postId: number): Promise<Comment[]> =>
  (await call('GET', `/api/posts/comment/approve/${postId}`)).body as Comment[];

export const sendVote = async (postId: number): Promise<Voted> =>
  (await call('POST', `/api/vote/${postId}`, { voteVal: 1, postId })).body as Voted;

export const sendComment = async (postId: number, input: CommentInput): Promise<Comment> =>
  (await call('POST', `/api/posts/comment/${postId}`, input)).body as Comment;
