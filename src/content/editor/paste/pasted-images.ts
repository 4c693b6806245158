import type { EditorView } from '@tiptap/pm/view';
import { decoded } from '../../document/url.ts';
import { cleanedMark } from './clean/clean.ts';

/** An image that is not in the text yet, with its place. */
type PlacedImage = { position: number } & (
  | { file: File }
  /** The name of a file on the computer, which a browser cannot read. */
  | { missing: string }
);

type PastedImages = {
  placed: PlacedImage[];
  /** Images of other sites, which are in the text with these URLs. */
  urls: string[];
  /** How many more images there are than one paste may bring. */
  surplus: number;
};

const most = 100;

// Code points of the private use area, which are removed from the pasted text first.
const marker = /\uE000(\d{1,9})\uE001/g;
const markers = /[\uE000\uE001]/g;

/** Pastes a cleaned text, with marks in the places of images that the document cannot hold, and returns what to upload. */
export function pasteWithImages(view: EditorView, body: HTMLElement, files: readonly File[]): PastedImages {
  removeMarkers(body);
  const sources: ({ file: File } | { missing: string })[] = [];
  const urls = new Set<string>();
  let surplus = 0;
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    const isFull = sources.length + urls.size >= most && !urls.has(src) && !src.startsWith('/');
    if (isFull) surplus += 1;
    if (/^https?:\/\//i.test(src)) {
      if (isFull) replace(image, '');
      else urls.add(src);
    } else if (!src.startsWith('/')) {
      const source = isFull ? null : sourceOf(image, src, sources.length + 1);
      replace(image, source ? `\uE000${sources.push(source) - 1}\uE001` : '');
    }
  }
  assignFiles(sources, files);
  view.pasteHTML(cleanedMark + body.innerHTML);
  const placed = takeMarkers(view).flatMap(({ index, position }) => {
    const source = sources[index];
    return source ? [{ ...source, position }] : [];
  });
  return { placed, urls: [...urls], surplus };
}

function removeMarkers(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.search(markers) !== -1) text.data = text.data.replaceAll(markers, '');
  }
}

function sourceOf(
  image: HTMLImageElement,
  src: string,
  number: number,
): { file: File } | { missing: string } | null {
  if (!/^data:/i.test(src)) return { missing: decoded(src.split(/[/\\]/).at(-1) || `Image ${number}`) };
  const file = fileOf(src, image.alt.trim() || `Image ${number}`);
  return file && { file };
}

function fileOf(src: string, name: string): File | null {
  const [, type] = /^data:(image\/[\w.+-]{1,50});base64,/i.exec(src) ?? [];
  if (!type) return null;
  try {
    const bytes = Uint8Array.from(atob(src.slice(src.indexOf(',') + 1)), (character) =>
      character.charCodeAt(0),
    );
    return new File([bytes], name, { type });
  } catch {
    // Truncated base64.
    return null;
  }
}

/** Files on the clipboard are the images that the text names, if there are as many of them. */
function assignFiles(sources: ({ file: File } | { missing: string })[], files: readonly File[]): void {
  const missing = sources.flatMap((source, index) =>
    'missing' in source ? [{ index, name: source.missing }] : [],
  );
  if (files.length !== missing.length) return;
  missing.forEach(({ index, name }, at) => {
    const file = files[at];
    if (file) sources[index] = { file: new File([file], name, { type: file.type }) };
  });
}

/** A figure needs its image: until that is there, its caption is a paragraph. */
function replace(image: HTMLElement, text: string): void {
  const figure = image.closest('figure');
  if (!figure) {
    image.replaceWith(text);
    return;
  }
  const place = figure.ownerDocument.createElement('p');
  place.append(text);
  const caption = figure.ownerDocument.createElement('p');
  caption.append(...(figure.querySelector('figcaption')?.childNodes ?? []));
  const gallery = figure.closest('.gallery');
  (gallery ?? figure).before(place, ...(caption.hasChildNodes() ? [caption] : []));
  figure.remove();
  if (gallery?.childElementCount === 0) gallery.remove();
}

/** Removes the markers from the document and returns their positions, in document order. */
function takeMarkers(view: EditorView): { index: number; position: number }[] {
  const found: { index: number; position: number }[] = [];
  const { tr } = view.state;
  view.state.doc.descendants((node, start) => {
    for (const match of node.text?.matchAll(marker) ?? []) {
      const position = tr.mapping.map(start + match.index);
      tr.delete(position, position + match[0].length);
      found.push({ index: Number(match[1]), position });
    }
  });
  if (found.length > 0) view.dispatch(tr);
  return found;
}
