import type { Blog } from '../../platform/blog.ts';
import type { Variant } from '../../platform/files/variant.ts';
import type { Image } from './api/images.ts';
import type { StoredImage } from './store/image-rows.ts';

const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

const thumbnailWidth = 320;
const pageWidth = 1200;

/** The widest variant within this width; a small image has only one, because images are never scaled up. */
const upTo = (variants: readonly Variant[], width: number): Variant | undefined =>
  variants.findLast((variant) => variant.width <= width) ?? variants[0];

export function presentImage(blog: Pick<Blog, 'files'>, image: StoredImage): Image {
  const url = (variant: Variant | undefined): string => (variant ? blog.files.url(variant.name) : '');
  return {
    id: image.id,
    post_id: image.post_id,
    file_path: url(upTo(image.variants, pageWidth)),
    file_path_thumbnail: url(upTo(image.variants, thumbnailWidth)),
    file_path_largest: url(image.variants.at(-1)),
    main_image: flag(image.main_image),
    social_image: flag(image.social_image),
    focal_x: image.focal_x,
    focal_y: image.focal_y,
    width: image.width,
    height: image.height,
    srcset: image.variants.map((variant) => `${url(variant)} ${variant.width}w`).join(', '),
    color: image.color,
    alt: image.alt,
  };
}
