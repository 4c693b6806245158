import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { exportRoutes } from '../routes.ts';

const { call, url } = callsOf<typeof exportRoutes>();

export const exportCalls = {
  exports: call('GET', '/api/admin/exports'),
  create: call('POST', '/api/admin/exports'),
  remove: call('DELETE', '/api/admin/exports/:id'),
  file: url('/api/admin/exports/:id/file'),
};
