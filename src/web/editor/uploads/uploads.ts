import { type Editor, Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { imageTypes, uploadFileBytes } from '../../../contract/limits.ts';
import { fileTooLarge, notAnImage, uploadFailed, uploadUnavailable } from '../../../messages/owner.ts';
import { inertBody } from '../html.ts';
import { pasteEmbedded } from '../paste/embedded-images.ts';
import { placeImage } from '../schema/image.ts';
import { change, positionOf, uploadPositions } from './upload-positions.ts';

export type Uploader = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<{ src: string; alt: string; width: number; height: number }>;

export type PickedImage = { src: string; alt: string; width: number; height: number };
/** Lets the author choose images that are stored already; null when the author changes their mind. */
export type PickImages = (options: { multiple: boolean }) => Promise<PickedImage[] | null>;

export type Upload = { id: number; name: string } & (
  | { state: 'sending'; fraction: number }
  | { state: 'failed'; reason: string; retry: boolean }
  | { state: 'placed'; src: string }
);

/** The uploads of images into the text, each with its position, progress and result. */
export class Uploads {
  /** The upload function, or the reason why uploading is not possible. */
  uploader: Uploader | string = uploadUnavailable;
  pickImages: PickImages | undefined;
  #editor: Editor | null = null;
  #next = 1;
  #list: readonly Upload[] = [];
  readonly #running = new Map<number, AbortController>();
  readonly #files = new Map<number, File>();
  readonly #bars = new Map<number, HTMLProgressElement>();
  readonly #listeners = new Set<() => void>();

  attach(editor: Editor): void {
    this.#editor = editor;
  }

  get list(): readonly Upload[] {
    return this.#list;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(files: Iterable<File>, position: number): void {
    for (const file of files) {
      const id = this.#next++;
      const name = file.name || 'Image';
      const reason = this.#rejection(file);
      if (reason) {
        this.#list = [...this.#list, { id, name, state: 'failed', reason, retry: false }];
        continue;
      }
      this.#files.set(id, file);
      this.#list = [...this.#list, { id, name, state: 'sending', fraction: 0 }];
      this.#mark(id, name, position);
      this.#send(id, file);
    }
    this.#changed();
  }

  retry(id: number): void {
    const file = this.#files.get(id);
    if (!file) return;
    this.#set(id, { state: 'sending', fraction: 0 });
    this.#send(id, file);
  }

  /** Cancels a running upload, or removes a finished one from the list. */
  dismiss(id: number): void {
    this.#running.get(id)?.abort();
    this.#forget(id);
    this.#list = this.#list.filter((upload) => upload.id !== id);
    this.#changed();
  }

  /** Sets the alternative text of an inserted image, wherever it is by now. */
  describe(id: number, alt: string): void {
    const upload = this.#list.find((candidate) => candidate.id === id);
    if (upload?.state === 'placed' && this.#editor) {
      const { tr, doc } = this.#editor.state;
      doc.descendants((node, position) => {
        if (node.type.name === 'image' && node.attrs.src === upload.src)
          tr.setNodeAttribute(position, 'alt', alt);
      });
      if (tr.docChanged) this.#editor.view.dispatch(closeHistory(tr));
    }
    this.dismiss(id);
  }

  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#editor = null;
  }

  #rejection(file: File): string | null {
    if (typeof this.uploader === 'string') return this.uploader;
    if (!imageTypes.includes(file.type)) return notAnImage;
    return file.size > uploadFileBytes ? fileTooLarge(uploadFileBytes / 1024 / 1024) : null;
  }

  #mark(id: number, name: string, position: number): void {
    if (!this.#editor) return;
    const element = document.createElement('span');
    element.className = 'editor-uploading';
    element.contentEditable = 'false';
    const bar = document.createElement('progress');
    bar.max = 1;
    bar.ariaLabel = `Uploading ${name}`;
    element.append(bar);
    this.#bars.set(id, bar);
    this.#editor.view.dispatch(change(this.#editor.state.tr, { add: { id, position, element } }));
  }

  async #send(id: number, file: File): Promise<void> {
    if (typeof this.uploader === 'string') return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { signal } = controller;
    const onProgress = (fraction: number) => {
      if (!signal.aborted) this.#progress(id, fraction);
    };
    try {
      const image = await this.uploader(file, onProgress, signal);
      if (!signal.aborted) this.#insert(id, image.src, image.alt);
    } catch (error) {
      const reason = error instanceof Error && error.message ? error.message : uploadFailed;
      if (!signal.aborted) this.#set(id, { state: 'failed', reason, retry: true });
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
    }
  }

  #progress(id: number, fraction: number): void {
    const bar = this.#bars.get(id);
    if (bar) bar.value = fraction;
    this.#set(id, { state: 'sending', fraction });
  }

  #insert(id: number, src: string, alt: string): void {
    if (!this.#editor) return;
    const { state, view } = this.#editor;
    const tr = change(closeHistory(state.tr), { placed: id });
    placeImage(tr, positionOf(state, id) ?? state.selection.to, { src, alt, title: null, width: null });
    view.dispatch(tr);
    this.#forget(id);
    if (alt) this.dismiss(id);
    else this.#set(id, { state: 'placed', src });
  }

  #forget(id: number): void {
    this.#running.delete(id);
    this.#files.delete(id);
    this.#bars.delete(id);
    if (this.#editor && positionOf(this.#editor.state, id) !== null)
      this.#editor.view.dispatch(change(this.#editor.state.tr, { remove: id }));
  }

  #set(id: number, state: DistributiveOmit<Upload, 'id' | 'name'>): void {
    this.#list = this.#list.map((upload) =>
      upload.id === id ? { id, name: upload.name, ...state } : upload,
    );
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;

/** Uploads images that are pasted or dropped. */
export function imageDrops(uploads: Uploads) {
  return Extension.create({
    name: 'imageDrops',
    priority: 300,
    addProseMirrorPlugins: () => [
      uploadPositions(),
      new Plugin({
        props: {
          handlePaste(view, event) {
            const files = filesOf(event.clipboardData);
            if (files.length === 0) return uploadEmbedded(uploads, view, event.clipboardData);
            // Inserted after the selection rather than over it, because the upload may fail.
            uploads.add(files, view.state.selection.to);
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

function uploadEmbedded(uploads: Uploads, view: EditorView, data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? '';
  if (!/src\s*=\s*["']?data:image/i.test(html) || view.state.selection.$from.parent.type.spec.code)
    return false;
  const images = pasteEmbedded(view, html);
  for (const { file, position } of images) uploads.add([file], position);
  return images.length > 0;
}

/** Files on the clipboard, unless it has text: word processors add an image of the copied text. */
function filesOf(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])];
  const html = data?.getData('text/html') ?? '';
  const text = inertBody(html).textContent?.trim();
  return text || data?.getData('text/plain').trim() ? [] : files;
}
