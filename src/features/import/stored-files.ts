import type { Image } from '../../core/images/api/images.ts';
import type { PreparedImage } from '../../core/images/images.ts';
import { presentImage } from '../../core/images/present-image.ts';
import type { Blog } from '../../platform/blog.ts';

/** An image whose files are stored, before any post has it. */
export type StoredFiles = Omit<PreparedImage, 'alt'>;

export const presented = (blog: Blog, image: StoredFiles & { alt?: string }): Image =>
  presentImage(blog, {
    ...image,
    variants: [...image.variants],
    id: 0,
    post_id: 0,
    alt: image.alt ?? '',
    main_image: 0,
    social_image: 0,
    focal_x: 50,
    focal_y: 50,
    date_added: '',
  });

/** The URL by which texts show it. */
export const shownUrl = (blog: Blog, image: StoredFiles): string => presented(blog, image).file_path;

/** The job that fetches images, and its payload. */
export const imageJob = 'import-images';
export type ImageJob = { import: number; scope: string };
