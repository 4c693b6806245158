import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useIslandMessages } from '../../../../platform/web/messages.ts';
import type { GalleryImage } from './gallery.tsx';
import styles from './viewer.css?inline';

export type ViewerImage = Omit<GalleryImage, 'file_path_thumbnail' | 'focal_x' | 'focal_y'> & {
  caption?: string;
};
export type ViewerProps = {
  images: readonly ViewerImage[];
  title: string;
  index: number;
  onMove(index: number): void;
  onClose(): void;
};

const swipeWidth = 40;

// Here rather than in a style sheet of the page: most readers open no image. The server evaluates this module, too.
if (!import.meta.env.SSR) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}

/** A lightbox. The native dialog traps the focus, closes on Escape and restores the focus. */
export function Viewer({ images, title, index, onMove, onClose }: ViewerProps) {
  const messages = useIslandMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  const image = images[index];

  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  if (!image) return null;

  const several = images.length > 1;
  // The next image is at the left on a right-to-left page.
  const right = document.dir === 'rtl' ? -1 : 1;
  const move = (by: number) => onMove((index + by + images.length) % images.length);
  const moveByKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') move(-right);
    if (key === 'ArrowRight') move(right);
  };
  const end = ({ clientX, clientY }: PointerEvent) => {
    const from = start.current;
    start.current = null;
    const across = clientX - (from?.x ?? clientX);
    const along = clientY - (from?.y ?? clientY);
    if (several && Math.abs(across) > swipeWidth && Math.abs(across) > Math.abs(along))
      move(across > 0 ? -right : right);
  };
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={messages.imagesOf(title)}
      onClose={onClose}
      onKeyDown={moveByKey}
      onPointerDown={({ clientX, clientY }) => {
        start.current = { x: clientX, y: clientY };
      }}
      onPointerUp={end}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <figure>
        <img
          key={image.id}
          src={image.file_path_largest}
          srcSet={image.srcset}
          sizes="100vw"
          width={image.width}
          height={image.height}
          alt={image.alt || title}
          draggable={false}
          style={{ backgroundColor: image.color, '--ratio': image.width / image.height } as CSSProperties}
        />
        <figcaption aria-live="polite">
          {image.caption || image.alt || title}
          {several && <span>{` ${index + 1} / ${images.length}`}</span>}
        </figcaption>
      </figure>
      <form method="dialog">
        <button type="submit" aria-label={messages.close}>
          ×
        </button>
      </form>
      {several && (
        <>
          <button
            type="button"
            className="previous"
            aria-label={messages.previousImage}
            onClick={() => move(-1)}
          >
            ‹
          </button>
          <button type="button" className="next" aria-label={messages.nextImage} onClick={() => move(1)}>
            ›
          </button>
        </>
      )}
    </dialog>
  );
}
