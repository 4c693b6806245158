import { z } from 'zod';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral } from '../../../platform/http/api/text.ts';
import { comment } from '../../posts/api/comment.ts';
import { requireSession } from '../../posts/rules/publish-scope.ts';
import {
  answer,
  bulkModeration,
  commentsChanged,
  commentsToRestore,
  deletedComment,
  queueSnapshot,
  queueState,
} from '../api/comments.ts';
import * as moderation from '../moderation.ts';

const likelySpam = 2;
const filters = {
  waiting: { approved: false },
  approved: { approved: true },
  spam: { approved: false, verdict: likelySpam },
};
export const queueFilter = (state: z.infer<typeof queueState>) => (state ? filters[state] : {});

export const moderationRoutes = [
  route('GET', '/api/admin/comments/ids', 'The ids of all comments that match at this moment, oldest first', {
    scope: ['moderate'],
    query: z.object({ state: queueState }),
    response: queueSnapshot,
    handle: ({ blog, query }) => moderation.queueSnapshot(blog, queueFilter(query.state)),
  }),
  route('POST', '/api/admin/comments/bulk', 'Change many comments, a batch per call', {
    scope: ['moderate'],
    body: bulkModeration,
    response: commentsChanged,
    handle: ({ blog, viewer, body }) => {
      if (body.for_good) requireSession(viewer);
      return moderation.moderateMany(blog, body);
    },
  }),
  route('GET', '/api/admin/comments/deleted', 'Comments that were deleted within a day, newest first', {
    scope: ['moderate'],
    response: z.array(deletedComment),
    handle: ({ blog }) => moderation.deletedComments(blog),
  }),
  route('POST', '/api/admin/comments/restore', 'Restore comments that were deleted within a day', {
    scope: ['moderate'],
    body: commentsToRestore,
    response: z.array(comment),
    handle: ({ blog, body }) => moderation.restoreComments(blog, body.ids),
  }),
  route('POST', '/api/admin/comments/:commentId/answer', 'Answer a comment, and approve it if asked', {
    scope: ['moderate'],
    params: z.object({ commentId: idNumeral }),
    body: answer,
    status: 201,
    response: comment,
    handle: ({ blog, viewer, params, body }) =>
      moderation.answerComment(blog, viewer, params.commentId, body),
  }),
];
