import { z } from 'zod';
import { maxDisplayTermLength } from '../../../../platform/http/api/limits.ts';
import { id, text } from '../../../../platform/http/api/text.ts';

/** `title` is what readers see of its last segment, `description` what its list says about it. */
export const category = z
  .object({ id, category_path: z.string(), title: z.string(), description: z.string() })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof category>;

export const maxCategoryDescriptionLength = 500;

/** What is not sent stays as it is; an empty title follows from the path. */
export const categoryInput = z.object({
  category_path: text(200),
  title: text(maxDisplayTermLength).optional(),
  description: text(maxCategoryDescriptionLength).optional(),
});
export type CategoryInput = z.infer<typeof categoryInput>;

/** A rename of a category with very many posts, which a job carries out. */
export const categoryRename = z
  .object({
    category_id: id,
    from_path: z.string(),
    to_path: z.string(),
    state: z.enum(['waiting', 'running', 'failed']),
    /** Posts enter the lists of the new path; when all are there, it is changed, and they leave the lists of the old one. */
    stage: z.enum(['adding', 'removing']),
    /** How many posts the stage has dealt with. */
    done: z.int(),
    total: z.int(),
    /** Of both stages. */
    percent: z.int(),
    /** Why it failed. */
    message: z.string(),
  })
  .meta({ id: 'CategoryRename' });
export type CategoryRename = z.infer<typeof categoryRename>;

/** With `renaming`, the category has its old path until the job is done. */
export const renamedCategory = category.extend({ renaming: categoryRename.optional() });
export type RenamedCategory = z.infer<typeof renamedCategory>;

/** A category of a post besides its main one, with what readers see of each segment of its path. */
export const furtherCategory = z
  .object({ id, category_path: z.string(), titles: z.array(z.string()) })
  .meta({ id: 'FurtherCategory' });
