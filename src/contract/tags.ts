import { z } from 'zod';
import { id } from './text.ts';

/** `id` is that of the tag on this post, which is what removing it needs. */
export const tag = z.object({ id, tag_name: z.string() }).meta({ id: 'Tag' });
export type Tag = z.infer<typeof tag>;
