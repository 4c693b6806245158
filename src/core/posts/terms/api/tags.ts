import { z } from 'zod';
import { maxDisplayTermLength } from '../../../../platform/http/api/limits.ts';
import { id, text } from '../../../../platform/http/api/text.ts';

/** `id` identifies the tag on this post: DELETE needs it. `tag_name` is its name in URLs, `display_name` what readers see. */
export const tag = z.object({ id, tag_name: z.string(), display_name: z.string() }).meta({ id: 'Tag' });
export type Tag = z.infer<typeof tag>;

export const tagSuggestion = tag.pick({ tag_name: true, display_name: true }).meta({ id: 'TagSuggestion' });
export type TagSuggestion = z.infer<typeof tagSuggestion>;

export const tagChange = z.object({ display_name: text(maxDisplayTermLength) });
