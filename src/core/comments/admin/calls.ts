import { callsOf } from '../../../platform/admin/data/calls.ts';
import { removing } from '../../../platform/admin/data/no-room-in-bin.ts';
import type { commentRoutes } from '../routes/comments.ts';
import type { moderationRoutes } from '../routes/moderation.ts';
import type { peopleRoutes } from '../routes/people.ts';

const { call, page } = callsOf<typeof commentRoutes | typeof moderationRoutes | typeof peopleRoutes>();

const remove = call('DELETE', '/api/admin/comments');

export const commentCalls = {
  /** All comments of a post, oldest first, unless there are very many; `total` counts them. */
  commentsOf: page('/api/posts/comment/all/:postId'),
  queue: page('/api/admin/comments'),
  approve: call('PUT', '/api/posts/comment/approve/:commentId'),
  approveMany: call('PUT', '/api/admin/comments'),
  /** As spam, it trains the filter. */
  remove: (ids: number[], isSpam: boolean) => {
    const chosen = { ids: ids.join(','), spam: isSpam ? '1' : '0' } as const;
    return removing(
      () => remove(chosen),
      async () => (await remove({ ...chosen, for_good: 'true' })).ids.length,
    );
  },
  deleted: call('GET', '/api/admin/comments/deleted'),
  restore: call('POST', '/api/admin/comments/restore'),
  snapshot: call('GET', '/api/admin/comments/ids'),
  bulk: call('POST', '/api/admin/comments/bulk'),
  answer: call('POST', '/api/admin/comments/:commentId/answer'),
  edit: call('PUT', '/api/posts/comment/:commentId'),

  people: page('/api/admin/people'),
  setAuthor: call('PUT', '/api/admin/comments/:commentId/person'),
  removePerson: call('DELETE', '/api/admin/people'),
  blocks: call('GET', '/api/admin/blocks'),
  block: call('POST', '/api/admin/blocks'),
  removeBlock: call('DELETE', '/api/admin/blocks/:id'),
};
