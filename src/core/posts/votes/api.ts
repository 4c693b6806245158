import { z } from 'zod';
import { voteValueInvalid } from '../../../platform/messages/owner.ts';

export const votes = z.object({ vote_count: z.int().nonnegative() }).meta({ id: 'Votes' });

/** `?ids=3,5,8` */
export const countedPosts = z.object({
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,99}$/)
    .transform((list) => list.split(',').map(Number)),
});
export const counts = z
  .array(
    z.object({
      id: z.int(),
      vote_count: z.int().nonnegative(),
      comments_approved: z.int().nonnegative(),
    }),
  )
  .meta({ id: 'Counts' });

export const newVote = z.object({
  voteVal: z.literal(1, voteValueInvalid),
  postId: z.unknown().optional(),
});

export const voted = z
  .object({
    /** 'exists' when this visitor has already voted, otherwise the visitor's IP address. */
    ip_address: z.string(),
    vote_count: z.int().nonnegative(),
  })
  .meta({ id: 'Voted' });
export type Voted = z.infer<typeof voted>;
