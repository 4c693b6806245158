import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { backupRoutes } from '../routes.ts';

const { call } = callsOf<typeof backupRoutes>();

export const backupCalls = {
  start: call('POST', '/api/admin/backup-jobs'),
  state: call('GET', '/api/admin/backup-jobs'),
};
