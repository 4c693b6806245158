import { useSyncExternalStore } from 'react';
import { isSignedOut } from '../../../platform/admin/data/guarded.ts';
import { errorMessage } from '../../../platform/admin/frame/notices.tsx';
import { importFileBytes } from '../../../platform/http/api/limits.ts';
import { importFileTooLarge } from '../messages/uploads.ts';
import { importCalls, uploadCalls } from './calls.ts';
import { sendFile } from './send-file.ts';

export type Upload = {
  name: string;
  size: number;
  sent: number;
  state: 'sending' | 'waiting' | 'paused' | 'failed';
  message: string;
};

/** Outside of React, so that the upload goes on while another screen of the admin area is open. */
let upload: Upload | null = null;
let file: File | null = null;
let stop = new AbortController();
const listeners = new Set<() => void>();

function change(next: Upload | null): void {
  upload = next;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The result is called with the import that tries the file out, unless the upload was paused or failed. */
type OnImport = (id: number) => void;

export function useUpload() {
  const current = useSyncExternalStore(subscribe, () => upload);
  return { upload: current, begin, pause, resume, discard };
}

function begin(chosen: File, onImport: OnImport, reportError: (error: unknown) => void): void {
  stop.abort();
  file = chosen;
  const { name, size } = chosen;
  if (size > importFileBytes) {
    const message = importFileTooLarge(importFileBytes);
    change({ name, size, sent: 0, state: 'failed', message });
    return;
  }
  change({ name, size, sent: 0, state: 'sending', message: '' });
  void run(onImport, reportError);
}

function pause(): void {
  stop.abort();
  if (upload) change({ ...upload, state: 'paused' });
}

function resume(onImport: OnImport, reportError: (error: unknown) => void): void {
  if (!upload || !file) return;
  change({ ...upload, state: 'sending', message: '' });
  void run(onImport, reportError);
}

function discard(): void {
  stop.abort();
  file = null;
  change(null);
}

async function run(onImport: OnImport, reportError: (error: unknown) => void): Promise<void> {
  if (!file) return;
  const own = new AbortController();
  stop = own;
  const isCurrent = () => stop === own && !own.signal.aborted;
  try {
    const finished = await sendFile(
      file,
      uploadCalls,
      ({ sent, isWaiting }) => {
        if (isCurrent() && upload) change({ ...upload, sent, state: isWaiting ? 'waiting' : 'sending' });
      },
      own.signal,
    );
    const started = await importCalls.create({ upload: finished.id, dry_run: true });
    if (!isCurrent()) return;
    file = null;
    change(null);
    onImport(started.id);
  } catch (error) {
    if (!isCurrent()) return;
    if (isSignedOut(error)) reportError(error);
    if (upload) change({ ...upload, state: 'failed', message: errorMessage(error) });
  }
}
