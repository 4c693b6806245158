import { isBlock, isElement, make, rename, type Step, select, textOf, unwrap } from './dom.ts';

const galleries =
  '.wp-block-gallery, .kg-gallery-card, .image-gallery-embed, .tiled-gallery, .wp-block-jetpack-tiled-gallery, div.gallery';
const pullQuotes =
  '.pullquote, .graf--pullquote, .wp-block-pullquote:not(:has(blockquote)), aside.pull-quote';

/** Images with captions, galleries and pull quotes of blogs: WordPress, Ghost, Substack, Medium. */
export const readFigures: Step = (body) => {
  for (const quote of select(body, pullQuotes)) rename(quote, 'blockquote');
  for (const gallery of select(body, galleries)) readGallery(gallery);
  for (const figure of select(body, 'figure'))
    if (!figure.closest('.gallery') && !figure.matches('.embed, .media')) readFigure(figure);
  for (const cite of select(body, 'blockquote > cite, blockquote > footer')) {
    const line = make(cite, 'p');
    cite.replaceWith(line);
    line.append(...(cite.localName === 'cite' ? [cite] : cite.childNodes));
  }
  for (const quotation of select(body, 'q')) {
    quotation.prepend('“');
    quotation.append('”');
    unwrap(quotation);
  }
};

function readFigure(figure: HTMLElement): void {
  const images = select(figure, 'img');
  if (images.length > 1 && textOf(figure) === textOf(figure.querySelector('figcaption') ?? figure))
    readGallery(figure);
  else readSingle(figure, images);
}

function readSingle(figure: HTMLElement, images: readonly HTMLElement[]): void {
  const [image] = images;
  const isImage =
    images.length === 1 && !figure.querySelector('table, pre, blockquote, ul, ol, .math, nav, .embed');
  if (image && isImage) {
    figure.replaceWith(imageFigure(image, figure.querySelector('figcaption')));
    return;
  }
  for (const caption of select(figure, 'figcaption')) {
    const quote = figure.querySelector('blockquote');
    const line = rename(caption, 'p');
    if (textOf(line) === '') line.remove();
    else if (quote) quote.append(line);
  }
  unwrap(figure);
}

function imageFigure(image: HTMLElement, caption: HTMLElement | null): HTMLElement {
  const figure = make(image, 'figure');
  const link = image.closest('a');
  if (link) {
    link.replaceChildren(image);
    figure.append(link);
  } else figure.append(image);
  if (!caption || textOf(caption) === '') return figure;
  inlineContent(caption);
  const text = make(image, 'figcaption');
  text.append(...caption.childNodes);
  figure.append(text);
  return figure;
}

/** A caption is one line of text: its paragraphs are separated by line breaks. */
export function inlineContent(element: HTMLElement): void {
  for (const block of select(element, '*').filter(isBlock)) {
    if (
      block.previousSibling &&
      textOf(block) !== '' &&
      (block.previousSibling.textContent ?? '').trim() !== ''
    )
      block.before(make(block, 'br'));
    unwrap(block);
  }
}

function readGallery(gallery: HTMLElement): void {
  const figures = select(gallery, 'img').map((image) => {
    const own = image.closest('figure');
    const caption =
      own && own !== gallery && own.querySelectorAll('img').length === 1
        ? own.querySelector('figcaption')
        : null;
    return imageFigure(image, caption);
  });
  const caption = [...gallery.children].find((child) => child.localName === 'figcaption');
  if (figures.length === 0) {
    unwrap(gallery);
    return;
  }
  const [first] = figures;
  const row = make(gallery, 'div', { class: 'gallery' });
  row.append(...figures);
  gallery.replaceWith(figures.length > 1 || !first ? row : first);
  if (isElement(caption ?? null) && caption && textOf(caption) !== '') {
    const line = make(row, 'p');
    line.append(...caption.childNodes);
    (row.isConnected || row.parentNode ? row : first)?.after(line);
  }
}
