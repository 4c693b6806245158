import { z } from 'zod';
import { titleMax } from './limits.ts';
import { date, id, text } from './text.ts';

/** An earlier version of a post: when and by whom it was written, and how many characters of HTML it has. */
export const revision = z
  .object({
    id,
    post_title: z.string(),
    date,
    user: z.string().nullable(),
    size: z.int().nonnegative(),
  })
  .meta({ id: 'Revision' });
export type Revision = z.infer<typeof revision>;

export const fullRevision = revision.extend({ post_content: z.string() }).meta({ id: 'FullRevision' });
export type FullRevision = z.infer<typeof fullRevision>;

export const previewDays = { least: 1, usual: 7, most: 90 };
const { least, usual, most } = previewDays;

export const newPreview = z.object({
  days: z
    .int()
    .min(least, `A preview lasts from ${least} to ${most} days.`)
    .max(most, `A preview lasts from ${least} to ${most} days.`)
    .default(usual),
});

export const preview = z.object({ id, date_added: date, expires: date }).meta({ id: 'Preview' });
export type Preview = z.infer<typeof preview>;

/** The link is told once: what is kept cannot be turned back into it. */
export const sharedPreview = preview.extend({ url: z.string() }).meta({ id: 'SharedPreview' });
export type SharedPreview = z.infer<typeof sharedPreview>;

export const removedPreviews = z.object({ ids: z.array(id) }).meta({ id: 'RemovedPreviews' });

export const newDraft = z.object({
  post_title: text(titleMax),
  post_content: z.string(),
  /** The version of the post that the draft began from. */
  version: z.int().nonnegative(),
});
export type NewDraft = z.infer<typeof newDraft>;

export const draft = z
  .object({ post_title: z.string(), post_content: z.string(), version: z.int(), date })
  .meta({ id: 'Draft' });
export type Draft = z.infer<typeof draft>;

export const keptDraft = z.object({ draft: draft.nullable() }).meta({ id: 'KeptDraft' });
