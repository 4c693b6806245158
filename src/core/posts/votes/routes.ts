import { z } from 'zod';
import { route } from '../../../platform/http/api/route.ts';
import { idNumeral } from '../../../platform/http/api/text.ts';
import { countedPosts, counts, newVote, voted, votes } from './api.ts';
import { countsOf, vote, voteCount } from './votes.ts';

const byPost = z.object({ postId: idNumeral });

export const voteRoute = route('POST', '/api/vote/:postId', 'Vote for a post, once per IP address', {
  access: 'public',
  rateLimit: 'vote',
  params: byPost,
  body: newVote,
  response: voted,
  handle: ({ blog, viewer, params, ip }) => vote(blog, viewer, params.postId, ip),
});

export const voteRoutes = [
  route('GET', '/api/vote/:postId', 'How many votes a post has', {
    access: 'public',
    params: byPost,
    response: votes,
    handle: ({ blog, viewer, params }) => voteCount(blog, viewer, params.postId),
  }),
  route(
    'GET',
    '/api/counts',
    'How many votes and comments posts have, for pages that are published as files',
    {
      access: 'public',
      query: countedPosts,
      response: counts,
      handle: ({ blog, query }) => countsOf(blog, query.ids),
    },
  ),
  voteRoute,
];
