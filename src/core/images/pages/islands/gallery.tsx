import { type ComponentType, type MouseEvent, useState } from 'react';
import { useIslandMessages } from '../../../../platform/web/messages.ts';
import type { Image } from '../../api/images.ts';
import { cropStyle } from '../responsive-image.tsx';
import type { ViewerProps } from './viewer.tsx';

export type GalleryImage = Pick<
  Image,
  | 'id'
  | 'file_path_thumbnail'
  | 'file_path_largest'
  | 'srcset'
  | 'width'
  | 'height'
  | 'alt'
  | 'color'
  | 'focal_x'
  | 'focal_y'
>;

/** Each thumbnail links to its large image; with JavaScript the image opens in the viewer, which is loaded on demand. */
export default function Gallery({ images, title }: { images: readonly GalleryImage[]; title: string }) {
  const messages = useIslandMessages();
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null);
  const [open, setOpen] = useState<number | null>(null);

  const show = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    setOpen(index);
    import('./viewer.tsx').then(
      (module) => setViewer(() => module.Viewer),
      () => location.assign(href),
    );
  };
  return (
    <>
      <ul className="gallery" aria-label={messages.images}>
        {images.map((image, index) => (
          <li key={image.id}>
            <a className="u-photo" href={image.file_path_largest} onClick={(event) => show(event, index)}>
              <img
                src={image.file_path_thumbnail}
                alt={image.alt || messages.imageOf(index + 1, images.length, title)}
                width={image.width}
                height={image.height}
                loading="lazy"
                decoding="async"
                style={cropStyle(image)}
              />
            </a>
          </li>
        ))}
      </ul>
      {Viewer && open !== null && (
        <Viewer images={images} title={title} index={open} onMove={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
