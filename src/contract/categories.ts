import { z } from 'zod';
import { id, text } from './text.ts';

export const category = z.object({ id, category_path: z.string() }).meta({ id: 'Category' });
export type Category = z.infer<typeof category>;

export const categoryInput = z.object({ category_path: text(200) });
