import { route } from '../../platform/http/api/route.ts';
import { networksPart } from '../social/networks.ts';
import { conversation } from './api.ts';

export const conversationRoutes = [
  route('GET', '/api/admin/conversation', 'What the settings of the conversation depend on', {
    response: conversation,
    handle: async ({ blog }) => ({
      site_url: blog.siteUrl(),
      is_public: blog.isPublic,
      networks: networksPart.of(blog).map(({ name }) => name),
    }),
  }),
];
