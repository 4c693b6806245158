import { route } from '../../../platform/http/api/route.ts';
import { fediverseStatus } from '../api.ts';

export const fediverseRoutes = [
  route('GET', '/api/admin/fediverse', 'The blog in the fediverse: address, followers, failing servers', {
    response: fediverseStatus,
    // Loaded only then.
    handle: async ({ blog }) => (await import('../status.ts')).fediverseStatus(blog),
  }),
];
