import { z } from 'zod';
import { date, id } from '../../../platform/http/api/text.ts';
import { postKinds } from '../api/post-kinds.ts';

const kind = z.enum(['post', 'image']);

/** A deleted post, or a deleted image of a post. */
export const binItem = z.object({ kind, id });
export type BinItem = z.infer<typeof binItem>;

/** An item of the bin. `image` is the image itself or the main image of the post, with its thumbnail at `…/thumbnail`. */
export const binEntry = binItem
  .extend({
    post_id: id,
    /** Whether the post is a page. */
    post_kind: z.enum(postKinds),
    post_title: z.string(),
    image: z.object({ width: z.int(), height: z.int(), color: z.string(), alt: z.string() }).nullable(),
    deleted_by: z.string().nullable(),
    deleted_date: date,
    /** When it is deleted for good. */
    expires: date,
    /** Where the post of an image is: an image can only be restored to a post that is there. */
    post: z.enum(['there', 'bin', 'gone']),
  })
  .meta({ id: 'BinEntry' });
export type BinEntry = z.infer<typeof binEntry>;

/** For deletions that otherwise move something to the bin. */
export const forGood = z.object({ for_good: z.literal('true').optional() });

const maxRestored = 100;
export const restoreRequest = z.object({ items: z.array(binItem).min(1).max(maxRestored) });

/** What became of an item: why it was not restored, or what could not be as it was. */
export const restored = binItem
  .extend({ restored: z.boolean(), message: z.string() })
  .meta({ id: 'Restored' });
export type Restored = z.infer<typeof restored>;

export const emptied = z.object({ deleted: z.int().nonnegative() }).meta({ id: 'EmptiedBin' });
