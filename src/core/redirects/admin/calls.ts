import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { redirectRoutes } from '../routes.ts';

const { call, page } = callsOf<typeof redirectRoutes>();

export const redirectCalls = {
  list: page('/api/admin/redirects'),
  add: call('POST', '/api/admin/redirects'),
  remove: call('DELETE', '/api/admin/redirects/:id'),
  removeOfImport: call('DELETE', '/api/admin/redirects/import/:importId'),
  unknown: call('GET', '/api/admin/unknown-paths'),
  clearUnknownPaths: call('DELETE', '/api/admin/unknown-paths'),
};
