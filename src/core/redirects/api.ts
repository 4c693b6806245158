import { z } from 'zod';
import { maxRedirectPathLength } from '../../platform/http/api/limits.ts';
import { date, id, text } from '../../platform/http/api/text.ts';

/** Where an old address leads: `url` is null when it is gone (410), or when its target cannot be reached at present. */
export const redirect = z
  .object({
    id,
    /** Path and query at which the old site served it. */
    from_path: z.string(),
    kind: z.enum(['post', 'tag', 'category', 'image', 'path', 'gone']),
    url: z.string().nullable(),
    /** The title of a post, the name of a tag or the path of a category. */
    title: z.string(),
    /** `inactive`: readers get what they get for unknown paths. `deleted`: they get 410 (gone). */
    state: z.enum(['works', 'inactive', 'deleted']),
    import_id: id.nullable(),
    hits: z.int().nonnegative(),
    date_added: date,
  })
  .meta({ id: 'Redirect' });
export type Redirect = z.infer<typeof redirect>;

/** Without `to` the address is gone. */
export const newRedirect = z.object({
  from: text(maxRedirectPathLength),
  to: text(maxRedirectPathLength).nullable(),
});
export type NewRedirect = z.infer<typeof newRedirect>;

export const redirectOrders = ['hits', 'newest', 'path'] as const;
export type RedirectOrder = (typeof redirectOrders)[number];

export const deletedRedirects = z.object({ deleted: z.int().nonnegative() }).meta({ id: 'DeletedRedirects' });

/** A path that readers asked for and that leads nowhere. */
export const unknownPath = z
  .object({ path: z.string(), hits: z.int().positive(), date_asked: date })
  .meta({ id: 'UnknownPath' });
export type UnknownPath = z.infer<typeof unknownPath>;
