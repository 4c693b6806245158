import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { errorMessage } from '../../../platform/admin/frame/notices.tsx';
import { uploadFileBytes } from '../../../platform/http/api/limits.ts';
import { fileTooLarge } from '../../../platform/messages/owner.ts';
import type { Image } from '../api/images.ts';
import { uploadImage } from './upload-image.ts';

/** Finished uploads leave the list; failed ones stay, with the reason. */
type Upload = {
  id: number;
  postId: number;
  name: string;
  fraction: number;
  state: 'waiting' | 'sending' | 'failed';
  reason: string;
};
type Job = { file: File; abort: AbortController };

const concurrency = 2;

let uploads: readonly Upload[] = [];
let nextId = 1;
const jobs = new Map<number, Job>();
const listeners = new Set<() => void>();
const imageListeners = new Set<(image: Image) => void>();

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

const update = (id: number, change: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));

const remove = (id: number) => {
  jobs.delete(id);
  set(uploads.filter((upload) => upload.id !== id));
};

/** Sends one request per file, so that a rejected file does not affect the others. */
export function startUploads(postId: number, files: Iterable<File>): void {
  const added = [...files].map((file): Upload => {
    const id = nextId++;
    const upload = { id, postId, name: file.name, fraction: 0 };
    if (file.size > uploadFileBytes)
      return { ...upload, state: 'failed', reason: fileTooLarge(uploadFileBytes / 1024 / 1024) };
    jobs.set(id, { file, abort: new AbortController() });
    return { ...upload, state: 'waiting', reason: '' };
  });
  set([...uploads, ...added]);
  sendNext();
}

function sendNext(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length;
  const waiting = uploads.filter(({ state }) => state === 'waiting');
  for (const { id, postId } of waiting.slice(0, concurrency - sending)) void send(id, postId);
}

async function send(id: number, postId: number): Promise<void> {
  const job = jobs.get(id);
  if (!job) return;
  const { file, abort } = job;
  update(id, { state: 'sending' });
  try {
    const image = await uploadImage(postId, file, (fraction) => update(id, { fraction }), abort.signal);
    remove(id);
    for (const listener of imageListeners) listener(image);
  } catch (error) {
    if (abort.signal.aborted) remove(id);
    else update(id, { state: 'failed', reason: errorMessage(error) });
  }
  sendNext();
}

/** Cancels an upload, or dismisses a failed one. */
export function dropUpload(id: number): void {
  jobs.get(id)?.abort.abort();
  remove(id);
  sendNext();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back with each uploaded image, including those whose upload started before the component was mounted. */
export function useUploadedImages(postId: number, onImage: (image: Image) => void): void {
  useEffect(() => {
    const listener = (image: Image) => {
      if (image.post_id === postId) onImage(image);
    };
    imageListeners.add(listener);
    return () => void imageListeners.delete(listener);
  });
}

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads);

export function useUploadsOf(postId: number): readonly Upload[] {
  const all = useUploads();
  return useMemo(() => all.filter((upload) => upload.postId === postId), [all, postId]);
}
