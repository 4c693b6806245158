import { z } from 'zod';
import { date, id, isoDate, text } from '../../platform/http/api/text.ts';
import { draftId } from '../posts/api/writing.ts';

/** Of one text, in characters of HTML: about 80,000 words. */
const maxCutHtml = 500_000;
const maxPlace = 200;

/** Text that was deleted while writing. */
export const cut = z
  .object({
    id: z.string(),
    post_id: id.nullable(),
    /** Null if the post was never saved. */
    post_title: z.string().nullable(),
    html: z.string(),
    place: z.string(),
    date,
  })
  .meta({ id: 'Cut' });
export type Cut = z.infer<typeof cut>;

export const newCut = z.object({
  post_id: id.nullable(),
  creation_id: draftId,
  html: z.string().max(maxCutHtml),
  place: text(maxPlace),
  /** When it was deleted: the browser may have been offline since. */
  date: isoDate,
  sequence: z
    .int()
    .nonnegative()
    .max(2 ** 31 - 1),
});
export type NewCut = z.infer<typeof newCut>;

export const cutId = z.object({ id: z.string() }).meta({ id: 'CutId' });
