import { z } from 'zod';

const sentMentionStates = ['waiting', 'sent', 'unsupported', 'failed'] as const;

/** A webmention that a post, or an answer of the owner below it, sends to a page that it links to. */
export const sentMention = z
  .object({
    target: z.string(),
    /** unsupported: the page accepts no webmentions. */
    state: z.enum(sentMentionStates),
    /** Whether it says that the link is no longer there. */
    is_removal: z.boolean(),
    attempts: z.int(),
    /** Why the last attempt failed, in words. */
    error: z.string().nullable(),
    next_attempt: z.iso.datetime().nullable(),
    date_sent: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SentMention' });
export type SentMention = z.infer<typeof sentMention>;
