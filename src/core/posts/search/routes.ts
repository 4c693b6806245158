import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { route } from '../../../platform/http/api/route.ts';
import { numeral } from '../../../platform/http/api/text.ts';
import { searchHit } from './api.ts';
import { searchPosts } from './search.ts';

export const searchRoutes = [
  route('GET', '/api/search/:limit/:offset', 'Active posts with all words of a query, best first', {
    access: 'public',
    params: z.object({ limit: numeral(1, maxPageSize), offset: numeral(0, maxOffset) }),
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
