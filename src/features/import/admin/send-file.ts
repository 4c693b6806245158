import { importChunkBytes } from '../../../platform/http/api/limits.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { ImportUpload, NewImportUpload } from '../api.ts';

export type UploadCalls = {
  beginUpload(file: NewImportUpload): Promise<ImportUpload>;
  uploadState(id: string): Promise<ImportUpload>;
  sendChunk(id: string, offset: number, bytes: Blob, signal: AbortSignal): Promise<ImportUpload>;
  finishUpload(id: string): Promise<ImportUpload>;
};

export type SendProgress = { sent: number; isWaiting: boolean };

const smallest = 256 * 1024;
const quickMs = 1000;
const slowMs = 4000;
const maxWaitMs = 30_000;

/** An answer other than these means that the same request can succeed later. */
const isLasting = (error: unknown): boolean =>
  error instanceof Problem &&
  error.code !== 'unavailable' &&
  error.code !== 'internal' &&
  error.code !== 'too_many';

/**
 * Sends a file in portions, continues where an earlier attempt ended, and waits for the connection when it is lost.
 * Returns the finished upload.
 */
export async function sendFile(
  file: File,
  calls: UploadCalls,
  onProgress: (progress: SendProgress) => void,
  signal: AbortSignal,
  wait = (ms: number) => waitFor(ms, signal),
): Promise<ImportUpload> {
  let failures = 0;
  let sent = 0;
  const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      signal.throwIfAborted();
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        if (signal.aborted || isLasting(error)) throw error;
        onProgress({ sent, isWaiting: true });
        await wait(Math.min(maxWaitMs, 1000 * 2 ** failures));
        failures += 1;
      }
    }
  };
  const { name, size, lastModified } = file;
  let upload = await patiently(() => calls.beginUpload({ name, size, last_modified: lastModified }));
  // Portions grow while they arrive quickly, so that the progress bar moves often and a fast connection is used.
  let portion = smallest;
  while (upload.offset < size) {
    sent = upload.offset;
    onProgress({ sent, isWaiting: false });
    const began = performance.now();
    const { id, offset } = upload;
    const bytes = file.slice(offset, offset + portion, 'application/octet-stream');
    upload = await patiently(() =>
      calls.sendChunk(id, offset, bytes, signal).catch((error) => {
        // Another tab may have sent the same file: go on where it is.
        if (error instanceof Problem && error.code === 'conflict') return calls.uploadState(id);
        throw error;
      }),
    );
    const took = performance.now() - began;
    if (took < quickMs) portion = Math.min(importChunkBytes, portion * 2);
    else if (took > slowMs) portion = Math.max(smallest, portion / 2);
  }
  onProgress({ sent: size, isWaiting: false });
  return patiently(() => calls.finishUpload(upload.id));
}

/** Ends early when the browser is online again. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
