import { useState } from 'react';
import type { Uploader } from '../../editor/uploads/uploads.ts';
import { uploadImage } from '../images/upload-image.ts';

/** Images on their way into the text of a form. */
export class ImageUploads {
  readonly #running = new Set<Promise<unknown>>();

  get count(): number {
    return this.#running.size;
  }

  /** Uploads to the post that `postId` resolves to. */
  uploader(postId: () => Promise<number>): Uploader {
    return (file, onProgress, signal) => {
      const upload = postId()
        .then((id) => uploadImage(id, file, onProgress, signal))
        .then(({ file_path, alt, width, height }) => ({ src: file_path, alt, width, height }));
      const done = () => this.#running.delete(upload);
      this.#running.add(upload);
      upload.then(done, done);
      return upload;
    };
  }

  /**
   * Waits for the images on their way, including those added meanwhile. Returns how many failed; stopped ones do not
   * count. The editor waits for the same promises and did so earlier: the images are in the text by then.
   */
  async settled(): Promise<number> {
    let failed = 0;
    while (this.count > 0)
      for (const result of await Promise.allSettled(this.#running))
        if (result.status === 'rejected' && !isAbort(result.reason)) failed++;
    return failed;
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const useImageUploads = (): ImageUploads => useState(() => new ImageUploads())[0];
