import { z } from 'zod';
import { commentsAtOnce, maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { type Call, route } from '../../../platform/http/api/route.ts';
import { idNumeral, numeral, removed } from '../../../platform/http/api/text.ts';
import { comment } from '../../posts/api/comment.ts';
import { forGood } from '../../posts/bin/api.ts';
import { requireSession } from '../../posts/rules/publish-scope.ts';
import {
  approval,
  approvals,
  commentChange,
  commentIds,
  commentsRemoved,
  newComment,
  queuedComment,
  queueState,
} from '../api/comments.ts';
import * as comments from '../comments.ts';
import { queueFilter } from './moderation.ts';

const byPost = z.object({ postId: idNumeral });
/** All comments, unless there are very many. */
const part = z.object({
  limit: numeral(1, commentsAtOnce).optional(),
  offset: numeral(0, maxOffset).optional(),
});
const partOf = ({ limit = commentsAtOnce, offset = 0 }: z.infer<typeof part>) => ({ limit, offset });
type PartCall = Call<z.infer<typeof byPost>, z.infer<typeof part>>;
const deletedAs = (spam: '0' | '1' | undefined): comments.DeletedAs =>
  spam === undefined ? undefined : spam === '1' ? 'spam' : 'unwanted';
const byComment = z.object({ commentId: idNumeral });

export const addCommentRoute = route(
  'POST',
  '/api/posts/comment/:postId',
  'Add a comment, which is published once approved',
  {
    access: 'public',
    params: byPost,
    body: newComment,
    status: 201,
    response: comment,
    handle: async ({ blog, viewer, params, body, ip, cookies, jar, setCookies }) => {
      const { id: browser, lines } = jar.commenter(cookies, blog.now());
      const sender = { address: ip, since: jar.since(cookies), browser };
      const added = await comments.addComment(blog, viewer, params.postId, body, sender);
      if (viewer.admin) return added;
      const path = await comments.pathOfPost(blog, params.postId);
      setCookies(path === null ? lines : [...lines, jar.commentedAt(path)]);
      return added;
    },
  },
);

export const editCommentRoute = route(
  'PUT',
  '/api/posts/comment/:commentId',
  'Change the text of a comment',
  {
    scope: ['moderate'],
    params: byComment,
    body: commentChange,
    response: comment,
    handle: ({ blog, params, body }) => comments.editComment(blog, params.commentId, body.comment_text),
  },
);

export const approveCommentRoute = route(
  'PUT',
  '/api/posts/comment/approve/:commentId',
  'Approve or unapprove a comment',
  {
    scope: ['moderate'],
    params: byComment,
    body: approval,
    response: comment,
    handle: ({ blog, params, body }) => comments.approveComment(blog, params.commentId, body.state),
  },
);

export const deleteCommentRoute = route('DELETE', '/api/posts/comment/:commentId', 'Delete a comment', {
  scope: ['moderate'],
  params: byComment,
  query: forGood,
  response: removed,
  handle: ({ blog, viewer, params, query }) => {
    if (query.for_good) requireSession(viewer);
    return comments.removeComment(blog, params.commentId, query.for_good !== undefined);
  },
});

const commentsOfPost = (which: 'all' | 'approved') => ({
  params: byPost,
  query: part,
  totalCount: true as const,
  response: z.array(comment),
  handle: async ({ blog, viewer, params, query, header }: PartCall) => {
    const found = await comments.commentsOf(blog, viewer, params.postId, which, partOf(query));
    header('x-total-count', String(found.total));
    return found.comments;
  },
});

export const commentRoutes = [
  route('GET', '/api/posts/comment/all/:postId', 'All comments of a post, oldest first', {
    scope: ['read', 'moderate'],
    ...commentsOfPost('all'),
  }),
  route('GET', '/api/posts/comment/approve/:postId', 'Approved comments of a post, oldest first', {
    scope: ['read'],
    access: 'public',
    ...commentsOfPost('approved'),
  }),
  approveCommentRoute,
  addCommentRoute,
  editCommentRoute,
  deleteCommentRoute,
  route(
    'GET',
    '/api/admin/comments',
    'The comments of all posts for moderation, oldest first or least suspicious first',
    {
      scope: ['read', 'moderate'],
      query: z.object({
        state: queueState,
        sort: z.enum(['date', 'trust']).optional(),
        limit: numeral(1, maxPageSize).optional(),
        offset: numeral(0, maxOffset).optional(),
      }),
      totalCount: true,
      response: z.array(queuedComment),
      handle: async ({ blog, query, header }) => {
        const page = { limit: query.limit ?? maxPageSize, offset: query.offset ?? 0 };
        const queue = await comments.commentQueue(blog, queueFilter(query.state), query.sort ?? 'date', page);
        header('x-total-count', String(queue.total));
        return queue.comments;
      },
    },
  ),
  route('PUT', '/api/admin/comments', 'Approve or unapprove several comments', {
    scope: ['moderate'],
    body: approvals,
    response: z.array(comment),
    handle: ({ blog, body }) => comments.approveComments(blog, body.ids, body.state),
  }),
  route('DELETE', '/api/admin/comments', 'Delete several comments', {
    scope: ['moderate'],
    query: commentIds.extend(forGood.shape),
    response: commentsRemoved,
    handle: ({ blog, viewer, query }) => {
      if (query.for_good) requireSession(viewer);
      return comments.removeComments(blog, query.ids, deletedAs(query.spam), query.for_good !== undefined);
    },
  }),
];
