import { z } from 'zod';
import { maxOffset, maxPageSize } from '../../../platform/http/api/limits.ts';
import { date, id, numeral } from '../../../platform/http/api/text.ts';

const importImageStates = ['waiting', 'fetched', 'lost'] as const;

/** An image that was not in the source of an import. Until it is fetched, and when it is lost, posts link to its old URL. */
export const importImage = z
  .object({
    url: z.string(),
    state: z.enum(importImageStates),
    /** Why it is not fetched yet, or lost. */
    reason: z.string(),
    attempts: z.int().nonnegative(),
    /** When it is tried again. */
    next_date: date.nullable(),
    /** A post that links to it. */
    post_id: id.nullable(),
  })
  .meta({ id: 'ImportImage' });
export type ImportImage = z.infer<typeof importImage>;

export const importImagesQuery = z.object({
  state: z.enum(importImageStates).optional(),
  limit: numeral(1, maxPageSize).default(maxPageSize),
  offset: numeral(0, maxOffset).default(0),
});
