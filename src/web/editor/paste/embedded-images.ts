import type { EditorView } from '@tiptap/pm/view';
import { inertBody } from '../html.ts';

export type EmbeddedImage = { file: File; position: number };

// Code points of the private use area, which are removed from the pasted text first.
const marker = /\uE000(\d+)\uE001/g;

/** Pastes HTML without its data: images, and returns them as files with their positions in the text. */
export function pasteEmbedded(view: EditorView, html: string): EmbeddedImage[] {
  const body = inertBody(html.replaceAll(/[\uE000\uE001]/g, ''));
  const files: File[] = [];
  for (const image of body.querySelectorAll('img')) {
    const file = fileOf(image, files.length + 1);
    if (file) image.replaceWith(`\uE000${files.push(file) - 1}\uE001`);
  }
  if (files.length === 0) return [];
  view.pasteHTML(body.innerHTML);
  return takeMarkers(view).flatMap(({ index, position }) => {
    const file = files[index];
    return file ? [{ file, position }] : [];
  });
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
  view.dispatch(tr);
  return found;
}

function fileOf(image: HTMLImageElement, number: number): File | null {
  const [, type, base64] =
    /^data:(image\/[\w.+-]+);base64,(.+)$/s.exec(image.getAttribute('src') ?? '') ?? [];
  if (!type || !base64) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new File([bytes], image.alt.trim() || `Image ${number}`, { type });
  } catch {
    // Truncated base64.
    return null;
  }
}
