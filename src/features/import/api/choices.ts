import { z } from 'zod';
import { text } from '../../../platform/http/api/text.ts';
import { canonicalLanguage, isTimeZone } from '../../../platform/web/languages.ts';

/** What a source leaves open, as the owner answers it after a dry run. */
export const importChoices = z.object({
  /** By what the source calls them: whether its texts are posts or pages; those that are not named are what they look like. */
  kinds: z.record(text(100), z.enum(['post', 'page'])).default({}),
  /** Of texts that do not name their language, BCP 47. */
  language: text(35)
    .refine((tag) => tag === '' || canonicalLanguage(tag) !== null, 'This is no language tag, such as “en”.')
    .default(''),
  /** Of dates without a time zone. */
  time_zone: text(100)
    .refine((zone) => zone === '' || isTimeZone(zone), 'There is no such time zone.')
    .default(''),
  /** The name of the author who is the administrator that imports. */
  me: text(200).default(''),
  /** The names of categories that become tags. */
  tags: z.array(text(200)).max(1000).default([]),
});
export type ImportChoices = z.infer<typeof importChoices>;

/** A text of the source beside what it becomes. */
const importSample = z.object({
  key: z.string(),
  label: z.string(),
  /** Where the source has it, if that is known. */
  url: z.string(),
  /** The text of the source; `isMissing`: what it becomes does not have these words. */
  source: z.array(z.object({ text: z.string(), isMissing: z.boolean() })),
  /** Sanitized. */
  html: z.string(),
});
export type ImportSample = z.infer<typeof importSample>;

/** What a dry run found to ask about, and some texts to compare. */
export const importSamples = z
  .object({
    kinds: z.array(z.object({ source_kind: z.string(), kind: z.enum(['post', 'page']), count: z.int() })),
    authors: z.array(z.string()),
    categories: z.array(z.string()),
    posts: z.array(importSample),
  })
  .meta({ id: 'ImportSamples' });
export type ImportSamples = z.infer<typeof importSamples>;
