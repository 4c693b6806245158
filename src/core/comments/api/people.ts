import { z } from 'zod';
import { maxBlockedWordLength } from '../../../platform/http/api/limits.ts';
import { date, givenId, id, text } from '../../../platform/http/api/text.ts';

export const personState = z.enum(['trusted', 'blocked']);
export type PersonState = z.infer<typeof personState>;

/** Someone whose comments are approved at once, or refused. */
export const person = z
  .object({
    /** A URL, a DID, or `browser:` and a hash for a reader of this site. */
    person: z.string(),
    name: z.string(),
    state: personState,
    date_added: date,
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof person>;

/** Comments with this word, or from this IP address, are refused. */
export const commentBlock = z
  .object({
    id,
    kind: z.enum(['address', 'word']),
    /** The word, or the author of the comment whose IP address it is; the address itself is not stored. */
    label: z.string(),
    date_added: date,
  })
  .meta({ id: 'CommentBlock' });
export type CommentBlock = z.infer<typeof commentBlock>;

export const newPersonState = z.object({ state: personState });
/** A word, or the IP address that sent a comment. */
export const newCommentBlock = z.union([
  z.object({ word: text(maxBlockedWordLength * 4) }),
  z.object({ comment_id: givenId }),
]);
