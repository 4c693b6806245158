import { z } from 'zod';
import { card } from './posts.ts';

/** A found post; `excerpt` is HTML in which the words looked for are marked and everything else is text. */
export const searchHit = card.extend({ excerpt: z.string() }).meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof searchHit>;
