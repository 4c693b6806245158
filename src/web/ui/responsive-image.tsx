import type { Image } from '../../contract/images.ts';

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
      style={{
        backgroundColor: image.color,
        ...(isCentered(image) ? {} : { objectPosition: `${image.focal_x}% ${image.focal_y}%` }),
      }}
    />
  );
}

/** Where the browser puts it without being told. */
const isCentered = ({ focal_x, focal_y }: Image): boolean => focal_x === 50 && focal_y === 50;
