import type { Comment } from '../contract/comments.ts';
import { noFilter } from '../contract/limits.ts';
import type { PostCard } from '../contract/posts.ts';
import type { Voted } from '../contract/votes.ts';
import type { CommentInput, Filter, PostList } from './api.ts';
import { call } from './fetch-json.ts';

/** The calls of /webapi that islands make. */

const part = encodeURIComponent;

export async function fetchPosts(
  { limit, offset }: { limit: number; offset: number },
  { category = noFilter, tag = noFilter }: Filter,
): Promise<Omit<PostList, 'exists'>> {
  const answer = await call('GET', `/api/posts/${limit}/${offset}/${part(category)}/${part(tag)}`);
  return { cards: answer.body as PostCard[], total: Number(answer.headers.get('x-total-count')) };
}

export const fetchComments = async (postId: number): Promise<Comment[]> =>
  (await call('GET', `/api/posts/comment/approve/${postId}`)).body as Comment[];

export const sendVote = async (postId: number): Promise<Voted> =>
  (await call('POST', `/api/vote/${postId}`, { voteVal: 1, postId })).body as Voted;

export const sendComment = async (postId: number, input: CommentInput): Promise<Comment> =>
  (await call('POST', `/api/posts/comment/${postId}`, input)).body as Comment;
