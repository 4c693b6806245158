import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { appRoutes } from '../routes.ts';

const { call } = callsOf<typeof appRoutes>();

export const appCalls = {
  apps: call('GET', '/api/admin/apps'),
  saveApps: call('PUT', '/api/admin/apps'),
  tokens: call('GET', '/api/admin/tokens'),
  addToken: call('POST', '/api/admin/tokens'),
  revokeToken: call('DELETE', '/api/admin/tokens/:id'),
  authorization: call('GET', '/api/admin/authorizations'),
  decide: call('POST', '/api/admin/authorizations'),
};
