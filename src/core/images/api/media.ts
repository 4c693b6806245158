import { z } from 'zod';
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

/** The preview of an embedded page. Unknown texts are empty. */
export const embed = z
  .object({
    url: z.string(),
    provider: z.string(),
    title: z.string(),
    author: z.string(),
    /** The words of a short post, or the code of a snippet. */
    text: z.string(),
    /** The file name of a snippet, whose text is code. */
    codeFile: z.string(),
    /** The URL of a player, which is loaded only when the reader asks for it. */
    player: z.string().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    /** A copy of the preview image. */
    image: z
      .object({ src: z.string(), srcset: z.string(), width: z.int(), height: z.int(), color: z.string() })
      .nullable(),
  })
  .meta({ id: 'Embed' });
export type Embed = z.infer<typeof embed>;
