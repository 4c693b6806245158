import { conversation } from '../../../contract/conversation.ts';
import { fediverseStatus } from '../../../contract/fediverse.ts';
import { route } from '../route.ts';

export const conversationRoutes = [
  route('GET', '/api/admin/conversation', 'What the settings of the conversation depend on', {
    response: conversation,
    handle: async ({ blog }) => ({
      site_url: blog.siteUrl(),
      is_public: blog.isPublic,
      networks: blog.networks.map(({ name }) => name),
    }),
  }),
  route('GET', '/api/admin/fediverse', 'The blog in the fediverse: address, followers, failing servers', {
    response: fediverseStatus,
    // Loaded only then.
    handle: async ({ blog }) => (await import('../../../blog/fediverse/status.ts')).fediverseStatus(blog),
  }),
];
