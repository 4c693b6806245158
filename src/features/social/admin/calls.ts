import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { socialRoutes } from '../routes.ts';

const { call } = callsOf<typeof socialRoutes>();

export const sharingCalls = {
  share: call('POST', '/api/twitterImage/:id'),
  changeableShares: call('GET', '/api/admin/posts/:id/shares'),
  update: call('POST', '/api/admin/posts/:id/shares/update'),
  delete: call('POST', '/api/admin/posts/:id/shares/delete'),
};
