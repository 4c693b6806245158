import { imageUrlInHtml } from '../../document/url.ts';

export type ImageAttributes = {
  src: string;
  alt: string | null;
  title: string | null;
  width: number | null;
};

function srcOf(element: HTMLElement): string | null {
  return imageUrlInHtml(element.getAttribute('src') ?? '');
}

function widthOf(element: HTMLElement): number | null {
  const match = /^\s*0*([1-9]\d{0,3})(?:\.\d+)?(?:px)?\s*$/i.exec(element.getAttribute('width') ?? '');
  return match ? Number(match[1]) : null;
}

/** Null when the URL is not allowed. */
export function imageAttributesOf(element: HTMLElement): ImageAttributes | null {
  const src = srcOf(element);
  if (src === null) return null;
  return {
    src,
    alt: element.getAttribute('alt'),
    title: element.getAttribute('title'),
    width: widthOf(element),
  };
}

export function imageHtmlAttributes({ src, alt, title, width }: ImageAttributes) {
  return { src, alt, title, width: width ? `${width}px` : null };
}
