import type { Image } from '../api/images.ts';

/** A small image that links to its largest version. `name` describes an image without alternative text. */
export function Thumbnail({ image, name }: { image: Image; name: string }) {
  return (
    <a href={image.file_path_largest} target="_blank" rel="noopener">
      <img
        src={image.file_path_thumbnail}
        alt={image.alt || name}
        width={image.width}
        height={image.height}
        loading="lazy"
        style={{ backgroundColor: image.color }}
      />
    </a>
  );
}
