import { type ComponentType, type MouseEvent, useState } from 'react';
import type { Image } from '../../contract/images.ts';
import type { ViewerProperties } from './viewer.tsx';

/** Thumbnails. Each is a link to its large picture; with scripts it opens in the viewer, which comes when it is needed. */
export function Gallery({ images, title }: { images: readonly Image[]; title: string }) {
  const [Viewer, setViewer] = useState<ComponentType<ViewerProperties> | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  if (images.length === 0) return null;

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
      <ul className="gallery" aria-label="Images">
        {images.map((image, index) => (
          <li key={image.id}>
            <a className="u-photo" href={image.file_path_largest} onClick={(event) => show(event, index)}>
              <img
                src={image.file_path_thumbnail}
                alt={image.alt || `Picture ${index + 1} of ${images.length}: ${title}`}
                width={image.width}
                height={image.height}
                loading="lazy"
                decoding="async"
                style={{ backgroundColor: image.color }}
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
