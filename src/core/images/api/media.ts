import { z } from 'zod';
import type { Embed } from '../../../content/document/embed.ts';
import { date, id } from '../../../platform/http/api/text.ts';

/** An audio or video file of the library. */
export const media = z
  .object({
    id,
    kind: z.enum(['audio', 'video']),
    /** The name of the uploaded file. */
    title: z.string(),
    file_path: z.string(),
    type: z.string(),
    bytes: z.int().nonnegative(),
    date_added: date,
  })
  .meta({ id: 'Media' });
export type Media = z.infer<typeof media>;

export const newEmbed = z.object({ url: z.string().max(2_000) });

export const embed = z
  .object({
    url: z.string(),
    provider: z.string(),
    title: z.string(),
    author: z.string(),
    text: z.string(),
    codeFile: z.string(),
    player: z.string().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    image: z
      .object({ src: z.string(), srcset: z.string(), width: z.int(), height: z.int(), color: z.string() })
      .nullable(),
  })
  .meta({ id: 'Embed' }) satisfies z.ZodType<Embed>;
