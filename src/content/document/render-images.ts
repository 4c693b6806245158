import type { Messages } from '../../platform/web/messages/types.ts';
import { type ImageLayout, layoutIn } from './image-layouts.ts';
import { isColor } from './style.ts';
import {
  attribute,
  classesOf,
  type Element,
  element,
  isElement,
  type Parent,
  setAttribute,
  wrap,
} from './tree.ts';

type ImageInfo = {
  width: number;
  height: number;
  srcset?: string;
  color?: string;
  file_path_largest?: string;
};
export type ImageLookup = (src: string) => ImageInfo | null;

/** The width of the text (src/platform/web/ui/grid.css). */
export const columnSizes = '(max-width: 42rem) 100vw, 40rem';
/** As the style sheets lay figures out (post.css, content.css). */
const layoutSizes: Record<ImageLayout, string> = {
  wide: '(max-width: 56rem) 100vw, 53.75rem',
  full: '100vw',
  start: '(max-width: 40rem) 100vw, 20rem',
  end: '(max-width: 40rem) 100vw, 20rem',
};

export function renderImage(image: Element, info: ImageInfo | null): void {
  const ownWidth = Number.parseInt(attribute(image, 'width') ?? '', 10) || null;
  if (ownWidth) setAttribute(image, 'width', String(ownWidth));
  if (info) {
    const width = ownWidth ?? info.width;
    setAttribute(image, 'width', String(width));
    setAttribute(image, 'height', String(Math.max(1, Math.round((width * info.height) / info.width))));
    if (info.srcset) {
      setAttribute(image, 'srcset', info.srcset);
      const layout = layoutOf(image.parentNode);
      const sizes = layout ? layoutSizes[layout] : columnSizes;
      // The look decides how wide an image is, which browsers know when they load one late; others take what follows.
      setAttribute(image, 'sizes', `auto, ${ownWidth ? `min(${ownWidth}px, 100vw)` : sizes}`);
    }
    if (info.color && isColor(info.color)) setAttribute(image, 'style', `background-color: ${info.color};`);
  }
  setAttribute(image, 'loading', 'lazy');
  setAttribute(image, 'decoding', 'async');
  if (attribute(image, 'alt') === undefined) setAttribute(image, 'alt', '');
}

/** Of the figure that the image is in, perhaps inside a link. */
function layoutOf(parent: Parent | null): ImageLayout | null {
  if (!parent || !('attrs' in parent)) return null;
  if (parent.tagName === 'a') return layoutOf(parent.parentNode);
  return parent.tagName === 'figure' ? layoutIn(classesOf(parent)) : null;
}

/** The image of a figure links to its large version, which the viewer opens, unless the author linked it. */
export function renderFigure(figure: Element, findImage: ImageLookup, messages: Messages): void {
  const [image] = figure.childNodes;
  if (!image || !isElement(image) || image.tagName !== 'img') return;
  const src = attribute(image, 'src') ?? '';
  wrap(
    image,
    element('a', [
      { name: 'class', value: 'zoom' },
      { name: 'href', value: findImage(src)?.file_path_largest ?? src },
      { name: 'aria-label', value: messages.largeImage(attribute(image, 'alt') ?? '') },
    ]),
  );
}

/** The images of a row share its width by their ratios, which are known before they are loaded. */
export function renderGallery(gallery: Element, findImage: ImageLookup): void {
  for (const figure of gallery.childNodes) {
    if (!isElement(figure)) continue;
    const info = findImage(attribute(imageIn(figure) ?? figure, 'src') ?? '');
    const ratio = info ? info.width / info.height : 1.5;
    setAttribute(figure, 'style', `--ratio: ${Math.min(5, Math.max(0.2, ratio)).toFixed(3)};`);
  }
}

function imageIn(figure: Element): Element | null {
  const [first] = figure.childNodes;
  if (!first || !isElement(first)) return null;
  return first.tagName === 'a' ? imageIn(first) : first;
}
