import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { IslandMessages } from '../../../../platform/web/messages/types.ts';
import { provideIslandMessages } from '../../../../platform/web/messages.ts';
import { Viewer, type ViewerImage } from './viewer.tsx';

/** Opens the viewer with all images of the content that the link is in. */
export function openViewer(link: HTMLAnchorElement, messages: IslandMessages): void {
  provideIslandMessages(messages);
  const links = [...(link.closest('.content')?.querySelectorAll<HTMLAnchorElement>('a.zoom') ?? [link])];
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const close = () => {
    root.unmount();
    host.remove();
    link.focus();
  };
  root.render(<ContentViewer images={links.map(imageOf)} first={links.indexOf(link)} onClose={close} />);
}

function imageOf(link: HTMLAnchorElement, id: number): ViewerImage {
  const image = link.querySelector('img');
  return {
    id,
    file_path_largest: link.href,
    srcset: image?.srcset ?? '',
    width: Number(image?.getAttribute('width')) || image?.naturalWidth || 1,
    height: Number(image?.getAttribute('height')) || image?.naturalHeight || 1,
    alt: image?.alt ?? '',
    color: image?.style.backgroundColor ?? '',
    caption: link.parentElement?.querySelector('figcaption')?.textContent ?? '',
  };
}

type Props = { images: readonly ViewerImage[]; first: number; onClose(): void };

function ContentViewer({ images, first, onClose }: Props) {
  const [index, setIndex] = useState(first);
  return <Viewer images={images} title={document.title} index={index} onMove={setIndex} onClose={onClose} />;
}
