import { callsOf } from '../../../platform/admin/data/calls.ts';
import type { fediverseRoutes } from '../routes/status.ts';

const { call } = callsOf<typeof fediverseRoutes>();

export const fediverseCalls = { status: call('GET', '/api/admin/fediverse') };
