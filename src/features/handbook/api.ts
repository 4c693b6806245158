import { z } from 'zod';

export const handbookPage = z
  .object({
    name: z.string(),
    title: z.string(),
    html: z.string(),
  })
  .meta({ id: 'HandbookPage' });
export type HandbookPage = z.infer<typeof handbookPage>;

/** A section that contains what was searched for. */
export const handbookHit = z
  .object({
    page: z.string(),
    title: z.string(),
    /** Of the heading; empty: the beginning of the page. */
    heading: z.string(),
    id: z.string(),
    excerpt: z.string(),
  })
  .meta({ id: 'HandbookHit' });
export type HandbookHit = z.infer<typeof handbookHit>;

export const handbookQuery = z.object({ q: z.string().max(200).default('') });
