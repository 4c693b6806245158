import type { Image } from '../api/images.ts';

/** Reserves its space in its dominant color before it loads; the browser chooses the file by `sizes`. */
export function ResponsiveImage({
  image,
  sizes,
  first = false,
  className,
  alt = image.alt,
}: {
  image: Image;
  sizes: string;
  first?: boolean;
  className?: string;
  alt?: string;
}) {
  return (
    <img
      className={className}
      src={image.file_path}
      srcSet={image.srcset}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      style={cropStyle(image)}
    />
  );
}

/** The color shows until the image is loaded. The focal point stays visible when the image is cropped; the default is the center. */
export const cropStyle = ({ color, focal_x, focal_y }: Pick<Image, 'color' | 'focal_x' | 'focal_y'>) =>
  focal_x === 50 && focal_y === 50
    ? { backgroundColor: color }
    : { backgroundColor: color, objectPosition: `${focal_x}% ${focal_y}%` };
