import { z } from 'zod';
import { date, flag, givenId, id, text } from '../../../platform/http/api/text.ts';

export const image = z
  .object({
    id,
    post_id: id,
    file_path: z.string(),
    file_path_thumbnail: z.string(),
    file_path_largest: z.string(),
    main_image: flag,
    /** Whether social networks show it instead of the main image. */
    social_image: flag,
    /** The point, in percent of width and height, that stays visible when the image is cropped. */
    focal_x: z.int().min(0).max(100),
    focal_y: z.int().min(0).max(100),
    width: z.int().positive(),
    height: z.int().positive(),
    srcset: z.string(),
    color: z.string(),
    alt: z.string(),
  })
  .meta({ id: 'Image' });
export type Image = z.infer<typeof image>;

/** An image of another site, which the server fetches and adds to a post. */
export const imageToFetch = z.object({ post_id: givenId, url: z.string().max(4000) });
export type ImageToFetch = z.infer<typeof imageToFetch>;

/** Where an image is used. For another administrator's draft the title is not revealed. */
export const imageUse = z
  .object({
    place: z.enum(['main', 'gallery', 'text', 'draft', 'revision']),
    post_id: id.nullable(),
    post_title: z.string(),
  })
  .meta({ id: 'ImageUse' });
export type ImageUse = z.infer<typeof imageUse>;

/** An image in the library, with its post, size and date, and whether the text of the post contains it. */
export const libraryImage = image
  .extend({
    post_title: z.string(),
    post_title_web: z.string(),
    in_text: z.boolean(),
    /** How many other posts name it in their text. */
    other_posts: z.int().nonnegative(),
    bytes: z.int(),
    date_added: date,
  })
  .meta({ id: 'LibraryImage' });
export type LibraryImage = z.infer<typeof libraryImage>;

export const maxAltLength = 1000;
export const imageChange = z.object({ alt: text(maxAltLength) });
