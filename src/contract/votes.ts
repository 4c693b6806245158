import { z } from 'zod';

export const votes = z.object({ vote_count: z.int().nonnegative() }).meta({ id: 'Votes' });

export const newVote = z.object({
  voteVal: z.literal(1, 'A vote counts exactly 1.'),
  postId: z.unknown().optional(),
});

export const voted = z
  .object({
    /** 'exists' when this visitor voted before, else the visitor's own address. */
    ip_address: z.string(),
    vote_count: z.int().nonnegative(),
  })
  .meta({ id: 'Voted' });
export type Voted = z.infer<typeof voted>;
