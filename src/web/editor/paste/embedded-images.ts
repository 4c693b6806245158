import type { EditorView } from '@tiptap/pm/view';
import { inertBody } from '../html.ts';

export type EmbeddedPicture = { file: File; position: number };

// Nobody writes with letters of the private use area, so that no pasted text can look like this.
const marker = /\uE000(\d+)\uE001/g;

/** Pastes HTML that carries pictures inside itself; gives those, with the places where they stood in the text. */
export function pasteEmbedded(view: EditorView, html: string): EmbeddedPicture[] {
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

/** Removes the markers from the text; in the order of the text, each with the place that is left of it. */
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
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return new File([bytes], image.alt.trim() || `Picture ${number}`, { type });
  } catch {
    // Cut off on its way: nothing that could be shown.
    return null;
  }
}
