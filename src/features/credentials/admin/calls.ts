import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { connectionRoutes } from '../routes.ts';

const { call } = callsOf<typeof connectionRoutes>();

export const connectionCalls = {
  list: call('GET', '/api/admin/connections'),
  save: call('PUT', '/api/admin/connections/:name'),
  remove: call('DELETE', '/api/admin/connections/:name'),
  test: call('POST', '/api/admin/connections/:name/test'),
};
