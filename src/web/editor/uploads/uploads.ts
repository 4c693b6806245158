import { type Editor, Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { uploadFileBytes } from '../../../contract/limits.ts';
import { inertBody } from '../html.ts';
import { pasteEmbedded } from '../paste/embedded-images.ts';
import { placeImage } from '../schema/image.ts';
import { change, placeOf, uploadPlaces } from './upload-positions.ts';

export type Uploader = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<{ src: string; alt: string; width: number; height: number }>;

export type Upload = { id: number; name: string } & (
  | { state: 'sending'; fraction: number }
  | { state: 'failed'; reason: string; retry: boolean }
  | { state: 'placed'; src: string }
);

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
export const acceptedPictures = pictureTypes.join(',');

/** Pictures on their way into the text: each has its place, its progress, and an end that is told. */
export class Uploads {
  /** Why nothing can be uploaded here, or the function that does it. */
  uploader: Uploader | string = 'Pictures cannot be uploaded here.';
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
      const name = file.name || 'Picture';
      const refused = this.#refusal(file);
      if (refused) {
        this.#list = [...this.#list, { id, name, state: 'failed', reason: refused, retry: false }];
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

  /** Stops an upload that runs, and forgets one that has ended. */
  dismiss(id: number): void {
    this.#running.get(id)?.abort();
    this.#forget(id);
    this.#list = this.#list.filter((upload) => upload.id !== id);
    this.#changed();
  }

  /** Describes a picture that was placed, wherever it stands by now. */
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

  #refusal(file: File): string | null {
    if (typeof this.uploader === 'string') return this.uploader;
    if (!pictureTypes.includes(file.type))
      return 'This is no picture that can be shown. JPEG, PNG, WebP, AVIF and GIF can be uploaded.';
    if (file.size > uploadFileBytes)
      return `This picture is larger than ${Math.round(uploadFileBytes / 1024 / 1024)} MB.`;
    return null;
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
      const picture = await this.uploader(file, onProgress, signal);
      if (!signal.aborted) this.#place(id, picture.src, picture.alt);
    } catch (error) {
      const reason = error instanceof Error && error.message ? error.message : 'The upload failed.';
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

  #place(id: number, src: string, alt: string): void {
    if (!this.#editor) return;
    const { state, view } = this.#editor;
    const tr = change(closeHistory(state.tr), { placed: id });
    placeImage(tr, placeOf(state, id) ?? state.selection.to, { src, alt, title: null, width: null });
    view.dispatch(tr);
    this.#forget(id);
    if (alt) this.dismiss(id);
    else this.#set(id, { state: 'placed', src });
  }

  #forget(id: number): void {
    this.#running.delete(id);
    this.#files.delete(id);
    this.#bars.delete(id);
    if (this.#editor && placeOf(this.#editor.state, id) !== null)
      this.#editor.view.dispatch(change(this.#editor.state.tr, { remove: id }));
  }

  #set(id: number, now: DistributiveOmit<Upload, 'id' | 'name'>): void {
    this.#list = this.#list.map((upload) => (upload.id === id ? { id, name: upload.name, ...now } : upload));
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;

/** Takes pictures that are pasted or dropped. */
export function pictureDrops(uploads: Uploads) {
  return Extension.create({
    name: 'pictureDrops',
    priority: 300,
    addProseMirrorPlugins: () => [
      uploadPlaces(),
      new Plugin({
        props: {
          handlePaste(view, event) {
            const files = filesOf(event.clipboardData);
            if (files.length === 0) return takeEmbedded(uploads, view, event.clipboardData);
            // What is selected stays: the upload may fail.
            uploads.add(files, view.state.selection.to);
            return true;
          },
          handleDrop(view, event) {
            const files = [...(event.dataTransfer?.files ?? [])];
            if (files.length === 0) return false;
            // Otherwise the browser would leave the page to show the file.
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

function takeEmbedded(uploads: Uploads, view: EditorView, data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? '';
  if (!/src\s*=\s*["']?data:image/i.test(html) || view.state.selection.$from.parent.type.spec.code)
    return false;
  const pictures = pasteEmbedded(view, html);
  for (const { file, position } of pictures) uploads.add([file], position);
  return pictures.length > 0;
}

/** Word processors add a picture of the copied text to the clipboard: the text itself says more. */
function filesOf(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])];
  const html = data?.getData('text/html') ?? '';
  const text = inertBody(html).textContent?.trim();
  return text || data?.getData('text/plain').trim() ? [] : files;
}
