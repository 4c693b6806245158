import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { insertPoint } from '@tiptap/pm/transform';
import { imageTypes, mediaFileBytes, uploadFileBytes } from '../../../platform/http/api/limits.ts';
import { fileTooLarge, notAnImage, uploadFailed } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import * as messages from '../messages.ts';
import { placeImage } from '../schema/image.ts';
import type { MediaAttributes } from '../schema/media.ts';
import { arrangeImages } from './arrange-images.ts';
import { UploadMark } from './upload-mark.ts';
import { change, positionOf } from './upload-positions.ts';

/** A file to upload, or the URL of an image of another site, which the server fetches. */
type UploadSource = File | URL;

export type Uploader = (
  source: UploadSource,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<{ src: string; alt: string; width: number; height: number }>;

export type PickedImage = { src: string; alt: string; width: number; height: number };
/** Lets the author choose images that are stored already; null when the author changes their mind. */
export type PickImages = (options: { multiple: boolean }) => Promise<PickedImage[] | null>;

/** Uploads an audio or video file. */
export type RecordingUploader = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<MediaAttributes>;

export type Upload = { id: number; name: string; isFetched: boolean } & (
  | { state: 'sending'; fraction: number }
  | { state: 'failed'; reason: string; retry: boolean }
  /** A file that the author can select. */
  | { state: 'missing'; reason: string }
);

/** Images that were added together. */
type Batch = { waiting: Set<number>; sources: string[] };

const concurrency = 4;

/** The uploads of images into the text, each with its position, progress and result. */
export class Uploads {
  /** The upload function, or the reason why uploading is not possible. */
  uploader: Uploader | string = messages.uploadUnavailable;
  pickImages: PickImages | undefined;
  recordingUploader: RecordingUploader | null = null;
  #editor: Editor | null = null;
  #next = 1;
  #asksForAltTexts = false;
  #together: readonly string[] = [];
  readonly #batches = new Map<number, Batch>();
  #list: readonly Upload[] = [];
  readonly #running = new Map<number, AbortController>();
  readonly #waiting: number[] = [];
  readonly #sources = new Map<number, UploadSource>();
  readonly #marks = new Map<number, UploadMark>();
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
    const batch: Batch = { waiting: new Set(), sources: [] };
    for (const file of files) {
      const name = file.name || t('Image');
      const reason = this.#rejection(file);
      const id = this.#append(name, false, reason ? { state: 'failed', reason, retry: false } : sending);
      if (reason) continue;
      batch.waiting.add(id);
      this.#batches.set(id, batch);
      this.#mark(id, name, position);
      this.#send(id, file);
    }
    this.#changed();
  }

  /** Images of other sites that are in the text: each is replaced when the server has fetched it. */
  addUrls(urls: readonly string[]): void {
    if (typeof this.uploader === 'string') return;
    const positions = this.#positionsOf(urls);
    for (const url of urls) {
      const source = URL.parse(url);
      const position = positions.get(url);
      if (!source || position === undefined) continue;
      const id = this.#append(url, true, sending);
      this.#mark(id, url, position);
      this.#send(id, source);
    }
    this.#changed();
  }

  /** An image that the text names but the clipboard does not contain. */
  addMissing(name: string, position: number): void {
    const id = this.#append(name, false, { state: 'missing', reason: messages.imageNotOnClipboard });
    this.#mark(id, name, position);
    this.#marks.get(id)?.showMissing();
    this.#changed();
  }

  addSurplus(count: number): void {
    const reason = messages.tooManyPastedImages(count);
    this.#append('Pasted images', false, { state: 'failed', reason, retry: false });
    this.#changed();
  }

  /** The file of a missing image. */
  choose(id: number, file: File): void {
    const reason = this.#rejection(file);
    if (reason) this.#set(id, { state: 'missing', reason });
    else this.#send(id, file);
  }

  retry(id: number): void {
    const source = this.#sources.get(id);
    if (source) this.#send(id, source);
  }

  /** Cancels a running upload, or removes a finished one from the list. */
  dismiss(id: number): void {
    this.#running.get(id)?.abort();
    this.#remove(id);
    this.#leaveBatch(id);
    this.#list = this.#list.filter((upload) => upload.id !== id);
    this.#changed();
  }

  /** Whether images were placed whose alternative texts the author has not been asked for. */
  get asksForAltTexts(): boolean {
    return this.#asksForAltTexts;
  }

  /** The images that were added together last, which could be a gallery. */
  get together(): readonly string[] {
    return this.#together;
  }

  makeGallery(): void {
    this.#arrange(this.#together, true);
    this.#together = [];
    this.#changed();
  }

  stopAsking(): void {
    this.#asksForAltTexts = false;
    this.#changed();
  }

  /** Neither alternative texts nor a gallery, for now. */
  stopOffering(): void {
    this.#together = [];
    this.stopAsking();
  }

  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#waiting.length = 0;
    this.#editor = null;
  }

  #rejection(file: File): string | null {
    if (typeof this.uploader === 'string') return this.uploader;
    const isPlayed = this.recordingUploader !== null && isRecording(file);
    if (!isPlayed && !imageTypes.includes(file.type)) return notAnImage;
    const most = isPlayed ? mediaFileBytes : uploadFileBytes;
    return file.size > most ? fileTooLarge(most / 1024 / 1024) : null;
  }

  #append(name: string, isFetched: boolean, state: UploadState): number {
    const id = this.#next++;
    this.#list = [...this.#list, { id, name, isFetched, ...state }];
    return id;
  }

  #mark(id: number, name: string, position: number): void {
    if (!this.#editor) return;
    const mark = new UploadMark(name);
    this.#marks.set(id, mark);
    const { element } = mark;
    this.#editor.view.dispatch(change(this.#editor.state.tr, { add: { id, position, element } }));
  }

  #send(id: number, source: UploadSource): void {
    this.#sources.set(id, source);
    this.#marks.get(id)?.showProgress(source instanceof URL ? null : 0);
    this.#set(id, sending);
    this.#waiting.push(id);
    this.#sendNext();
  }

  #sendNext(): void {
    while (this.#running.size < concurrency) {
      const id = this.#waiting.shift();
      const source = id === undefined ? undefined : this.#sources.get(id);
      if (id === undefined) return;
      if (source) void this.#run(id, source);
    }
  }

  async #run(id: number, source: UploadSource): Promise<void> {
    if (typeof this.uploader === 'string') return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { signal } = controller;
    const onProgress = (fraction: number) => {
      if (!signal.aborted) this.#progress(id, fraction);
    };
    try {
      if (this.recordingUploader && isRecording(source)) {
        const recording = await this.recordingUploader(source, onProgress, signal);
        if (!signal.aborted) this.#insertRecording(id, recording);
        return;
      }
      const image = await this.uploader(source, onProgress, signal);
      if (signal.aborted) return;
      if (source instanceof URL) this.#replace(id, source, image.src);
      else this.#insert(id, image.src, image.alt);
    } catch (error) {
      const reason = error instanceof Error && error.message ? error.message : uploadFailed;
      if (!signal.aborted) this.#fail(id, reason);
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
      this.#sendNext();
    }
  }

  #progress(id: number, fraction: number): void {
    this.#marks.get(id)?.showProgress(fraction);
    this.#set(id, { state: 'sending', fraction });
  }

  #fail(id: number, reason: string): void {
    const isFetched = this.#list.some((upload) => upload.id === id && upload.isFetched);
    if (isFetched) this.#marks.get(id)?.showMissing();
    this.#set(id, { state: 'failed', reason, retry: true });
  }

  #insert(id: number, src: string, alt: string): void {
    if (!this.#editor) return;
    const { state, view } = this.#editor;
    const tr = change(closeHistory(state.tr), { placed: id });
    const at = positionOf(state, id) ?? state.selection.to;
    placeImage(tr, at, { src, alt: alt || null, title: null, width: null });
    view.dispatch(tr);
    if (!alt) this.#asksForAltTexts = true;
    this.#batches.get(id)?.sources.push(src);
    this.dismiss(id);
  }

  /** Several images are a paragraph each, once the last of them is there. */
  #leaveBatch(id: number): void {
    const batch = this.#batches.get(id);
    this.#batches.delete(id);
    batch?.waiting.delete(id);
    if (!batch || batch.waiting.size > 0 || batch.sources.length < 2) return;
    this.#together = batch.sources;
    this.#arrange(batch.sources, false);
  }

  #arrange(sources: readonly string[], asGallery: boolean): void {
    if (!this.#editor) return;
    const { tr } = this.#editor.state;
    arrangeImages(asGallery ? closeHistory(tr) : tr, sources, asGallery);
    if (tr.docChanged) this.#editor.view.dispatch(tr);
  }

  /** After the paragraph that it was added to. */
  #insertRecording(id: number, attributes: MediaAttributes): void {
    if (!this.#editor) return;
    const { state, view, schema } = this.#editor;
    const tr = change(closeHistory(state.tr), { placed: id });
    const { media } = schema.nodes;
    const $position = state.doc.resolve(positionOf(state, id) ?? state.selection.to);
    const after = $position.depth > 0 ? $position.after() : $position.pos;
    const at = media && (insertPoint(state.doc, after, media) ?? state.doc.content.size);
    if (media && at !== undefined) view.dispatch(tr.insert(at, media.create(attributes)));
    this.dismiss(id);
  }

  /** Not a step of the history: undo would bring back the image of the other site. */
  #replace(id: number, url: URL, src: string): void {
    if (!this.#editor) return;
    const { tr } = this.#editor.state;
    const name = this.#list.find((upload) => upload.id === id)?.name ?? url.href;
    for (const position of this.#positions(name)) tr.setNodeAttribute(position, 'src', src);
    this.#editor.view.dispatch(tr.setMeta('addToHistory', false));
    this.dismiss(id);
  }

  /** Where images and figures have this source. */
  #positions(src: string): number[] {
    const found: number[] = [];
    this.#editor?.state.doc.descendants((node, position) => {
      if (node.attrs.src === src) found.push(position);
    });
    return found;
  }

  /** Where each image is first. */
  #positionsOf(urls: readonly string[]): Map<string, number> {
    const wanted = new Set(urls);
    const found = new Map<string, number>();
    this.#editor?.state.doc.descendants((node, position) => {
      const { src } = node.attrs;
      if (wanted.has(src) && !found.has(src)) found.set(src, position);
    });
    return found;
  }

  #remove(id: number): void {
    this.#running.delete(id);
    this.#sources.delete(id);
    this.#marks.delete(id);
    if (this.#editor && positionOf(this.#editor.state, id) !== null)
      this.#editor.view.dispatch(change(this.#editor.state.tr, { remove: id }));
  }

  #set(id: number, state: UploadState): void {
    this.#list = this.#list.map((upload) =>
      upload.id === id ? { id, name: upload.name, isFetched: upload.isFetched, ...state } : upload,
    );
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;
type UploadState = DistributiveOmit<Upload, 'id' | 'name' | 'isFetched'>;

const sending = { state: 'sending', fraction: 0 } as const;

const isRecording = (source: UploadSource): source is File =>
  source instanceof File && /^(?:audio|video)\//.test(source.type);
