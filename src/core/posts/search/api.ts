import { z } from 'zod';
import { card } from '../api/posts.ts';

/** A search result; `excerpt` is escaped HTML with `<mark>` around matches. */
export const searchHit = card.extend({ excerpt: z.string() }).meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof searchHit>;
