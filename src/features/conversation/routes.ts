import { partOf } from '../../platform/blog.ts';
import { route } from '../../platform/http/api/route.ts';
import { conversation } from './api.ts';

/** The networks that another feature shares posts on; without that feature undefined. */
export const networksName = 'networks';
const networksPart = partOf<readonly { name: string }[] | undefined>(networksName);

export const conversationRoutes = [
  route('GET', '/api/admin/conversation', 'What the settings of the conversation depend on', {
    response: conversation,
    handle: async ({ blog }) => ({
      site_url: blog.siteUrl(),
      is_public: blog.isPublic,
      networks: (networksPart.of(blog) ?? []).map(({ name }) => name),
    }),
  }),
];
