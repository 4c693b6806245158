import { fediverseStatus } from '../../../contract/fediverse.ts';
import { route } from '../route.ts';

export const fediverseRoutes = [
  route('GET', '/api/admin/fediverse', 'The blog in the fediverse: address, followers, failing servers', {
    response: fediverseStatus,
    handle: async ({ blog }) => (await import('../../../blog/fediverse/status.ts')).fediverseStatus(blog),
  }),
];
