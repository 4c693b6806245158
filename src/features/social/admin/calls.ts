import type { postRoutes } from '../../../core/posts/routes.ts';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { conversationRoutes } from '../../conversation/routes.ts';

const { call } = callsOf<typeof conversationRoutes | typeof postRoutes>();

export const sharingCalls = {
  share: call('POST', '/api/twitterImage/:id'),
  changeableShares: call('GET', '/api/admin/posts/:id/shares'),
  update: call('POST', '/api/admin/posts/:id/shares/update'),
  delete: call('POST', '/api/admin/posts/:id/shares/delete'),
};
