import { useState } from 'react';
import type { RecordingUploader, Uploader } from '../../../content/editor/uploads/uploads.ts';
import { uploadImage } from '../../images/admin/upload-image.ts';
import { uploadRecording } from '../../images/admin/upload-recording.ts';
import type { Image } from '../../images/api/images.ts';
import { postImageCalls } from './images/calls.ts';

/** The uploads of images, audio and video of a post form. */
export class ImageUploads {
  readonly #running = new Set<Promise<unknown>>();

  get count(): number {
    return this.#running.size;
  }

  /** Uploads to the post that `postId` resolves to. */
  uploader(postId: () => Promise<number>, onUploaded: (image: Image) => void): Uploader {
    return (source, onProgress, signal) =>
      this.#track(
        postId()
          .then((id) =>
            source instanceof URL
              ? postImageCalls.fetchImage({ post_id: id, url: source.href }, { signal })
              : uploadImage(id, source, onProgress, signal),
          )
          .then((image) => {
            onUploaded(image);
            const { file_path, alt, width, height } = image;
            return { src: file_path, alt, width, height };
          }),
      );
  }

  /** Uploads an image that is not part of the text. */
  upload(postId: () => Promise<number>, file: File): Promise<Image> {
    const { signal } = new AbortController();
    return this.#track(postId().then((id) => uploadImage(id, file, () => {}, signal)));
  }

  /** Audio and video files belong to the library and not to a post. */
  readonly recordingUploader: RecordingUploader = (...upload) => this.#track(uploadRecording(...upload));

  #track<Result>(upload: Promise<Result>): Promise<Result> {
    const done = () => this.#running.delete(upload);
    this.#running.add(upload);
    upload.then(done, done);
    return upload;
  }

  /**
   * Waits for all uploads, including those added meanwhile, and returns how many failed, canceled ones not counted. The
   * editor subscribed to the same promises earlier, so the images are in the text by then.
   */
  async finished(): Promise<number> {
    let failed = 0;
    while (this.count > 0)
      for (const result of await Promise.allSettled(this.#running))
        if (result.status === 'rejected' && !isAbort(result.reason)) failed++;
    return failed;
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const useImageUploads = (): ImageUploads => useState(() => new ImageUploads())[0];
