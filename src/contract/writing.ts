import { z } from 'zod';
import { dateInvalid } from '../messages/owner.ts';
import { webTitleMax } from './limits.ts';
import { forEachField, type PostField, postFields } from './post-fields.ts';
import { date, id, isoDate, text } from './text.ts';

/** A text field of a post, as it may be sent. */
export const sentText = (name: PostField) => {
  const { max } = postFields[name];
  return max === null ? z.string() : text(max);
};

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

export const fullRevision = revision.extend(forEachField(() => z.string())).meta({ id: 'FullRevision' });
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

/** Chosen by the form that the draft is typed into, so that two forms never write the same draft. */
export const draftId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'A draft id has at most 64 letters, digits and dashes.');

/** Grows with each change of a draft. */
const sequence = z
  .int()
  .nonnegative()
  .max(2 ** 31 - 1);

/** A state of a draft: what was typed later has a larger sequence. */
export const draftState = z.object({ id: draftId, sequence });
export type DraftState = z.infer<typeof draftState>;

export const newDraft = z.object({
  /** The post that it would change; null: it would become a new one. */
  post_id: id.nullable().default(null),
  // Clients of earlier releases do not send fields that were added later.
  ...forEachField((name) => sentText(name).default('')),
  post_title: sentText('post_title'),
  post_content: sentText('post_content'),
  post_title_web: text(webTitleMax).default(''),
  active: z.boolean().default(false),
  scheduled_date: z.union([isoDate, z.null()], dateInvalid).default(null),
  /** The version of the post that the draft began from. */
  version: z.int().nonnegative(),
  sequence: sequence.default(0),
});
export type NewDraft = z.infer<typeof newDraft>;

export const draftHead = z
  .object({ id: z.string(), post_id: id.nullable(), post_title: z.string(), sequence: z.int(), date })
  .meta({ id: 'DraftHead' });
export type DraftHead = z.infer<typeof draftHead>;

export const draft = draftHead
  .extend({
    ...forEachField(() => z.string()),
    post_title_web: z.string(),
    active: z.boolean(),
    scheduled_date: date.nullable(),
    version: z.int(),
  })
  .meta({ id: 'Draft' });
export type Draft = z.infer<typeof draft>;

export const droppedDraft = z.object({ id: z.string() }).meta({ id: 'DroppedDraft' });
