import { z } from 'zod';
import { date, id } from '../../../platform/http/api/text.ts';

/** A comment, as posts carry it. */
export const comment = z
  .object({
    id,
    post_id: id,
    user_name: z.string(),
    /** The name of the administrator who wrote it, once one is set; `user_name` is 'Admin' then, too. */
    display_name: z.string().nullable(),
    comment_text: z.string(),
    date_added: date,
    approved: z.boolean(),
    /** The comment of the same post that it replies to. */
    parent_id: id.nullable(),
    author_url: z.string().nullable(),
    /**
     * 'local', 'import', 'pingback', 'trackback', 'webmention', 'fediverse', 'bluesky' or 'mastodon'; more may follow. Pingbacks and
     * trackbacks are mentions by other sites.
     */
    source: z.string(),
    /** Where it can be read on the server that it came from. */
    origin_url: z.string().nullable(),
    date_edited: date.nullable(),
  })
  .meta({ id: 'Comment' });

/** The approved comments of a post that has too many for one page: their ids, as pages of threads. */
export type Discussion = {
  /** Without mentions. */
  comments: number;
  pages: readonly (readonly { comment: { id: number }; replies: readonly { id: number }[] }[])[];
  mentions: readonly { id: number }[];
};
