import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Image } from '../../../contract/images.ts';
import { uploadFileBytes } from '../../../contract/limits.ts';
import { errorMessage } from '../frame/notices.tsx';
import { uploadImage } from './upload-image.ts';

/** A file on its way. Those that arrive leave the list; those that are refused stay with the reason. */
export type Upload = {
  id: number;
  postId: number;
  name: string;
  fraction: number;
  state: 'waiting' | 'sending' | 'refused';
  reason: string;
};
type Job = { id: number; file: File; abort: AbortController };

const atOnce = 2;
const megabytes = uploadFileBytes / 1024 / 1024;

let uploads: readonly Upload[] = [];
let nextId = 1;
const jobs = new Map<number, Job>();
const listeners = new Set<() => void>();
const arrivals = new Set<(image: Image) => void>();

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

const update = (id: number, change: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));

const drop = (id: number) => {
  jobs.delete(id);
  set(uploads.filter((upload) => upload.id !== id));
};

/** Sends the files one call each, so that one that is refused keeps no other from arriving. */
export function startUploads(postId: number, files: Iterable<File>): void {
  const added = [...files].map((file): Upload => {
    const id = nextId++;
    const tooLarge = file.size > uploadFileBytes;
    if (!tooLarge) jobs.set(id, { id, file, abort: new AbortController() });
    return {
      id,
      postId,
      name: file.name,
      fraction: 0,
      state: tooLarge ? 'refused' : 'waiting',
      reason: tooLarge ? `This file is larger than ${megabytes} MB.` : '',
    };
  });
  set([...uploads, ...added]);
  sendNext();
}

function sendNext(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length;
  for (const { id, postId } of uploads.filter(({ state }) => state === 'waiting').slice(0, atOnce - sending))
    void send(id, postId);
}

async function send(id: number, postId: number): Promise<void> {
  const job = jobs.get(id);
  if (!job) return;
  update(id, { state: 'sending' });
  try {
    const image = await uploadImage(
      postId,
      job.file,
      (fraction) => update(id, { fraction }),
      job.abort.signal,
    );
    drop(id);
    for (const listener of arrivals) listener(image);
  } catch (error) {
    if (job.abort.signal.aborted) drop(id);
    else update(id, { state: 'refused', reason: errorMessage(error) });
  }
  sendNext();
}

/** Stops an upload, or takes a refused one off the list. */
export function dropUpload(id: number): void {
  jobs.get(id)?.abort.abort();
  drop(id);
  sendNext();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called with each image that arrives, also one whose upload began before the list was left and opened again. */
export function useArrivals(postId: number, onImage: (image: Image) => void): void {
  useEffect(() => {
    const listener = (image: Image) => {
      if (image.post_id === postId) onImage(image);
    };
    arrivals.add(listener);
    return () => void arrivals.delete(listener);
  });
}

export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads);

export function useUploadsOf(postId: number): readonly Upload[] {
  const all = useUploads();
  return useMemo(() => all.filter((upload) => upload.postId === postId), [all, postId]);
}
