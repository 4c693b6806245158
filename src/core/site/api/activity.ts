import { z } from 'zod';
import { date, id } from '../../../platform/http/api/text.ts';

export const activityKinds = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'security',
  'post',
  'comment',
  'image',
  'category',
  'tag',
  'site',
  'backup',
] as const;

export const activityKind = z.enum(activityKinds);
export type ActivityKind = z.infer<typeof activityKind>;

/** An entry of the activity log. `username` is null for the server itself and for failed sign-ins. */
export const activityEntry = z
  .object({
    id,
    date,
    kind: activityKind,
    what: z.string(),
    username: z.string().nullable(),
    address: z.string(),
    browser: z.string(),
  })
  .meta({ id: 'Activity' });
export type ActivityEntry = z.infer<typeof activityEntry>;
