import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { inertBody } from '../html.ts';
import { cleanBody, needsCleaning } from '../paste/clean/clean.ts';
import { isInCode } from '../paste/linked-paste.ts';
import { pasteWithImages } from '../paste/pasted-images.ts';
import { imagesInRtf } from '../paste/rtf-images.ts';
import { uploadPositions } from './upload-positions.ts';
import type { Uploads } from './uploads.ts';

/** Uploads images that are pasted or dropped, alone or in a text. */
export function imageDrops(uploads: Uploads) {
  return Extension.create({
    name: 'imageDrops',
    priority: 300,
    addProseMirrorPlugins: () => [
      uploadPositions(),
      new Plugin({
        props: {
          handlePaste(view, event) {
            const data = event.clipboardData;
            if (!data) return false;
            if (data.files.length === 0 || hasText(data)) return pasteText(uploads, view, data);
            // Inserted after the selection rather than over it, because the upload may fail.
            uploads.add([...data.files], view.state.selection.to);
            return true;
          },
          handleDrop(view, event) {
            const files = [...(event.dataTransfer?.files ?? [])];
            if (files.length === 0) return false;
            // Otherwise the browser would open the file instead of the page.
            event.preventDefault();
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            uploads.add(files, at?.pos ?? view.state.selection.from);
            return true;
          },
        },
      }),
    ],
  });
}

/** Word processors add an image of the copied text. */
function hasText(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  return Boolean(
    inertBody(html).textContent?.trim() || data.getData('text/plain').trim() || /file:\/\//.test(html),
  );
}

/** Pastes a text with images; one without is left to the editor. */
function pasteText(uploads: Uploads, view: EditorView, data: DataTransfer): boolean {
  const html = data.getData('text/html');
  if (!/<img/i.test(html) || !needsCleaning(html) || isInCode(view.state)) return false;
  const body = cleanBody(html);
  if (!body.querySelector('img')) return false;
  const { placed, urls, surplus } = pasteWithImages(view, body, imageFiles(data));
  for (const image of placed) {
    if ('file' in image) uploads.add([image.file], image.position);
    else uploads.addMissing(image.missing, image.position);
  }
  uploads.addUrls(urls);
  if (surplus > 0) uploads.addSurplus(surplus);
  return true;
}

/** The images of a text from Word: files on a Mac, in its RTF on Windows. */
function imageFiles(data: DataTransfer): File[] {
  const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
  if (files.length > 0) return files;
  return imagesInRtf(data.getData('text/rtf')).map(
    (image, index) => new File([image], `${index}`, { type: image.type }),
  );
}
