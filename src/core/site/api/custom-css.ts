import { z } from 'zod';
import { cleanText } from '../../../platform/http/api/plain-text.ts';
import { cssTooLong } from '../../../platform/messages/owner.ts';
import { siteSettings } from './site.ts';

const maxBytes = 50 * 1024;

export const customCssSource = z.object({
  source: z
    .string()
    .max(maxBytes, cssTooLong)
    .transform(cleanText)
    .refine((value) => new TextEncoder().encode(value).length <= maxBytes, cssTooLong),
});

/** The screen of the appearance saves all of it, or nothing. */
export const customCssChange = customCssSource.extend({
  appearance: siteSettings
    .pick({ look: true, theme_color: true, type_pairing: true, layout: true })
    .partial()
    .optional(),
});

/** What the owner wrote, what of it is sent to readers, and what was left out. */
export const customCss = z
  .object({
    source: z.string(),
    css: z.string(),
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
  })
  .meta({ id: 'CustomCss' });
export type CustomCss = z.infer<typeof customCss>;

/** The URL of the sheet with this version, and the version in such a URL. */
export const customCssUrl = (version: string): string => `/custom-${version}.css`;
export const customCssVersion = (path: string): string | null =>
  /^\/custom-([0-9a-f]{16})\.css$/.exec(path)?.[1] ?? null;

/** A page without the custom sheet, so that a broken one can be repaired. */
export const isCssOff = ({ searchParams }: URL): boolean => searchParams.get('css') === 'off';
