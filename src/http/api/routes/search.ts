import { z } from 'zod';
import { searchPosts } from '../../../blog/posts/search.ts';
import { largestOffset, largestPage } from '../../../contract/limits.ts';
import { searchHit } from '../../../contract/search.ts';
import { numeral } from '../../../contract/text.ts';
import { route } from '../route.ts';

export const searchRoutes = [
  route('GET', '/api/search/:limit/:offset', 'Active posts with all words of a query, best first', {
    access: 'public',
    params: z.object({ limit: numeral(1, largestPage), offset: numeral(0, largestOffset) }),
    query: z.object({ q: z.string().default('') }),
    totalCount: true,
    response: z.array(searchHit),
    handle: async ({ blog, params, query, header }) => {
      const { hits, total } = await searchPosts(blog, query.q, params);
      header('x-total-count', String(total));
      return hits;
    },
  }),
];
