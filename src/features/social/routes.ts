import { z } from 'zod';
import { shared } from '../../core/site/api/site.ts';
import { route } from '../../platform/http/api/route.ts';
import { idNumeral, text } from '../../platform/http/api/text.ts';
import { changeableShare, sharedNetworks } from '../conversation/api.ts';
import { deleteShares, sharesFor, updateShares } from './shared-posts.ts';
import { sharePost } from './sharing.ts';

const byId = z.object({ id: idNumeral });

export const socialRoutes = [
  route('POST', '/api/twitterImage/:id', 'Share a post with its main image', {
    scope: ['publish'],
    params: byId,
    query: z.object({ network: text(100).optional() }),
    response: z.array(shared),
    handle: ({ blog, params, query }) => sharePost(blog, params.id, 1, query.network),
  }),
  route('POST', '/api/twitterImageMulti/:id', 'Share a post with up to four images', {
    params: byId,
    response: z.array(shared),
    handle: ({ blog, params }) => sharePost(blog, params.id, 4),
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
