import { useSyncExternalStore } from 'react';

/** Whether the person is signed in, as far as the browser knows. Pages of the server never say, so that all get the same. */
let signedIn = false;
const listeners = new Set<() => void>();

export function noteSession(is: boolean): void {
  signedIn = is;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSignedIn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => signedIn,
    () => false,
  );
