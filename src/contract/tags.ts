import { z } from 'zod';
import { id } from './text.ts';

/** `id` identifies the tag on this post: DELETE needs it. */
export const tag = z.object({ id, tag_name: z.string() }).meta({ id: 'Tag' });
export type Tag = z.infer<typeof tag>;

export const tagSuggestion = tag.pick({ tag_name: true }).meta({ id: 'TagSuggestion' });
export type TagSuggestion = z.infer<typeof tagSuggestion>;
