import { z } from 'zod';

export const publicationState = z
  .object({
    /** The folder or bucket; null: the site is not published as files. */
    to: z.string().nullable(),
    files: z.int(),
    /** Files that have to be written or looked at. */
    waiting: z.int(),
    /** Why the last attempt failed; null while there is no problem. */
    error: z.string().nullable(),
  })
  .meta({ id: 'Publication' });
export type PublicationState = z.infer<typeof publicationState>;
