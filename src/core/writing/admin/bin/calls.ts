import { callsOf } from '../../../../platform/admin/data/calls.ts';
import type { binRoutes } from '../../../posts/bin/routes.ts';

const { call, page } = callsOf<typeof binRoutes>();

export const binCalls = {
  bin: page('/api/admin/bin'),
  restore: call('POST', '/api/admin/bin/restore'),
  deleteForGood: call('DELETE', '/api/admin/bin/:kind/:id'),
  emptyBin: call('DELETE', '/api/admin/bin'),
};
