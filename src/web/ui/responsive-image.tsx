import type { Image } from '../../contract/images.ts';

/** A picture that takes its room at once, in its own color, and comes in the size that the place needs. */
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
      style={{ backgroundColor: image.color }}
    />
  );
}
