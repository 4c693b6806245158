import { lateSource } from '../../../foreign/late-images.ts';
import { isBlank, type Step, select, styleOf, textOf, unwrap } from './dom.ts';

const fileName = /^[\w .()-]{1,200}\.(?:png|jpe?g|gif|webp|avif|svg|heic)$/i;
const generated = /(?:Description automatically generated|AI-generated content may be incorrect).{0,2}/;
const emojiFile = /\/([\da-f]{4,6}(?:-[\da-f]{4,6}){0,8})(?:@2x)?\.(?:png|svg|gif|webp)(?:\?|$)/i;
const smallest = 3;
const widestResized = 1200;

/** Images: real ones with their URL and description, emoji as text, no tracking pixels. */
export const readImages: Step = (body) => {
  for (const picture of select(body, 'picture')) {
    const image = picture.querySelector('img');
    const source = picture.querySelector('source[srcset], source[data-srcset]');
    if (image && source && !realSource(image)) image.setAttribute('srcset', srcsetOf(source));
    for (const unused of select(picture, 'source')) unused.remove();
    unwrap(picture);
  }
  const isResized =
    body.querySelector('[class^=Mso], [id^=docs-internal], img[src*=googleusercontent]') !== null;
  for (const image of select(body, 'img')) readImage(image as HTMLImageElement, isResized);
};

function readImage(image: HTMLImageElement, isResized: boolean): void {
  const emoji = emojiOf(image);
  const src = realSource(image) ?? '';
  if (emoji !== null) image.replaceWith(emoji);
  else if (src === '' || isTrackingPixel(image)) image.remove();
  else keepImage(image, src, isResized);
}

function keepImage(image: HTMLImageElement, src: string, isResized: boolean): void {
  const given = image.getAttribute('alt');
  const alt = (given ?? '').replace(generated, '').replaceAll(/\s+/g, ' ').trim();
  const width = isResized ? widthOf(image) : null;
  for (const name of image.getAttributeNames()) if (name !== 'src') image.removeAttribute(name);
  image.setAttribute('src', ownPath(src));
  // An empty text would say that the image is decorative.
  if (given !== null && !fileName.test(alt)) image.setAttribute('alt', alt);
  if (width) image.setAttribute('width', String(width));
  unlink(image);
}

/** Slack, WordPress, Mastodon and chat programs show emoji as images. */
function emojiOf(image: HTMLImageElement): string | null {
  const alt = image.getAttribute('alt') ?? '';
  if (
    /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f){1,16}$/u.test(alt)
  )
    return alt;
  if (
    !image.matches(
      '.emoji, .c-emoji, .emojione, .twemoji, [data-emoji], [data-stringify-type=emoji], .wp-smiley',
    )
  )
    return null;
  const points = emojiFile.exec(image.getAttribute('src') ?? '')?.[1];
  if (points) return String.fromCodePoint(...points.split('-').map((point) => Number.parseInt(point, 16)));
  return image.getAttribute('data-stringify-emoji') ?? image.getAttribute('data-emoji') ?? alt;
}

/** Pages that load images late have a placeholder in `src`. */
function realSource(image: Element): string | null {
  const src = (image.getAttribute('src') ?? '').trim();
  const isPlaceholder = src === '' || /^data:image\/(?:svg|gif)/i.test(src) || /^(?:about:|blob:)/.test(src);
  if (!isPlaceholder) return src;
  const late = lateSource((name) => image.getAttribute(name));
  return late ?? (/^data:image\/gif/i.test(src) && src.length > 300 ? src : null);
}

const srcsetOf = (element: Element): string =>
  element.getAttribute('srcset') ?? element.getAttribute('data-srcset') ?? '';

function isTrackingPixel(image: Element): boolean {
  const size = (name: string) =>
    Number.parseFloat(image.getAttribute(name) ?? styleOf(image).get(name) ?? '');
  return size('width') < smallest && size('height') < smallest;
}

/** A width that the author set by resizing the image in the document. */
function widthOf(image: Element): number | null {
  const width = Math.round(
    Number.parseFloat(image.getAttribute('width') ?? styleOf(image).get('width') ?? ''),
  );
  return width > 0 && width <= widestResized ? width : null;
}

/** Images of this site need no copy. */
function ownPath(src: string): string {
  const url = /^https?:/i.test(src) ? URL.parse(src) : null;
  return url && url.origin === location.origin ? url.pathname + url.search : src;
}

/** A link around an image that only opens a larger one. */
function unlink(image: HTMLImageElement): void {
  const link = image.closest('a');
  if (!link || !isBlank(link) || textOf(link) !== '') return;
  const href = link.getAttribute('href') ?? '';
  const isImage = /\.(?:png|jpe?g|gif|webp|avif)(?:[?#]|$)/i.test(href) || href === image.getAttribute('src');
  if (isImage || /\/\/substackcdn\.com\/image\//.test(href)) unwrap(link);
}
