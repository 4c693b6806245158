import { z } from 'zod';
import { voteValueInvalid } from '../../../platform/messages/owner.ts';

export const votes = z.object({ vote_count: z.int().nonnegative() }).meta({ id: 'Votes' });

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
