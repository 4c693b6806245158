import { z } from 'zod';
import { shared } from '../../core/site/api/site.ts';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral } from '../../platform/http/api/text.ts';
import { fediverseStatus } from '../fediverse/api.ts';
import { networksPart } from '../social/networks.ts';
import { deleteShares, sharesFor, updateShares } from '../social/shared-posts.ts';
import { changeableShare, conversation, sharedNetworks } from './api.ts';

const byId = z.object({ id: idNumeral });

export const conversationRoutes = [
  route('GET', '/api/admin/conversation', 'What the settings of the conversation depend on', {
    response: conversation,
    handle: async ({ blog }) => ({
      site_url: blog.siteUrl(),
      is_public: blog.isPublic,
      networks: networksPart.of(blog).map(({ name }) => name),
    }),
  }),
  route('GET', '/api/admin/fediverse', 'The blog in the fediverse: address, followers, failing servers', {
    response: fediverseStatus,
    // Loaded only then.
    handle: async ({ blog }) => (await import('../fediverse/status.ts')).fediverseStatus(blog),
  }),
  route('GET', '/api/admin/posts/:id/shares', 'Where a post is shared and can be changed or deleted', {
    params: byId,
    response: z.array(changeableShare),
    handle: ({ blog, params }) => sharesFor(blog, params.id),
  }),
  route('POST', '/api/admin/posts/:id/shares/update', 'Change what was shared to what the post says now', {
    params: byId,
    body: sharedNetworks,
    response: z.array(shared),
    handle: ({ blog, params, body }) => updateShares(blog, params.id, body.networks),
  }),
  route(
    'POST',
    '/api/admin/posts/:id/shares/delete',
    'Delete what was shared, so that it can be shared again',
    {
      params: byId,
      body: sharedNetworks,
      response: z.array(shared),
      handle: ({ blog, params, body }) => deleteShares(blog, params.id, body.networks),
    },
  ),
];
