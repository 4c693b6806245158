import { z } from 'zod';
import { text } from '../../platform/http/api/text.ts';
import { snippetUnnamed } from '../../platform/messages/owner.ts';

const snippetName = text(60)
  .transform((name) => name.trim())
  .refine((name) => name !== '', snippetUnnamed);

export const newSnippet = z.object({ name: snippetName, html: z.string().max(100_000) });
export const bySnippetName = z.object({ name: snippetName });
export const snippet = z.object({ name: z.string(), html: z.string() }).meta({ id: 'Snippet' });
export type Snippet = z.infer<typeof snippet>;
