import { z } from 'zod';
import { displayTermMax } from './limits.ts';
import { id, text } from './text.ts';

/** `title` is what readers see of its last segment. */
export const category = z
  .object({ id, category_path: z.string(), title: z.string() })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof category>;

/** A title that is not sent stays as it is; an empty one follows from the path. */
export const categoryInput = z.object({
  category_path: text(200),
  title: text(displayTermMax).optional(),
});
export type CategoryInput = z.infer<typeof categoryInput>;

/** A category of a post besides its main one, with what readers see of each segment of its path. */
export const furtherCategory = z
  .object({ id, category_path: z.string(), titles: z.array(z.string()) })
  .meta({ id: 'FurtherCategory' });
export type FurtherCategory = z.infer<typeof furtherCategory>;
