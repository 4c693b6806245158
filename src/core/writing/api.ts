import { z } from 'zod';
import { maxCheckedLinks } from '../../platform/http/api/limits.ts';
import { id, text } from '../../platform/http/api/text.ts';
import { snippetUnnamed } from '../../platform/messages/owner.ts';

const snippetName = text(60)
  .transform((name) => name.trim())
  .refine((name) => name !== '', snippetUnnamed);

export const newSnippet = z.object({ name: snippetName, html: z.string().max(100_000) });
export const bySnippetName = z.object({ name: snippetName });
export const snippet = z.object({ name: z.string(), html: z.string() }).meta({ id: 'Snippet' });
export type Snippet = z.infer<typeof snippet>;

/** The text of a post as it is in the form. */
export const writtenText = z.object({
  id: id.nullable(),
  post_title: z.string().max(1000),
  post_title_web: z.string().max(1000),
  post_content: z.string(),
});
export type WrittenText = z.infer<typeof writtenText>;

const linkablePost = z.object({ id, post_title: z.string(), post_title_web: z.string() });
export type LinkablePost = z.infer<typeof linkablePost>;
export const similarPosts = z
  .object({ link_to: z.array(linkablePost), linked_from: z.array(linkablePost) })
  .meta({ id: 'SimilarPosts' });
export type SimilarPosts = z.infer<typeof similarPosts>;

export const linksToCheck = z.object({
  urls: z.array(z.url({ protocol: /^https?$/ }).max(2000)).max(maxCheckedLinks),
});
export const checkedLink = z
  .object({
    url: z.string(),
    /** `unclear`: the server did not say whether the page exists. */
    state: z.enum(['works', 'moved', 'broken', 'unclear']),
    /** Where it moved to, or why. */
    detail: z.string(),
  })
  .meta({ id: 'CheckedLink' });
export type CheckedLink = z.infer<typeof checkedLink>;
