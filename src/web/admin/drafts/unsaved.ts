import { useEffect, useSyncExternalStore } from 'react';
import { adminApi } from '../data/admin-api.ts';
import {
  eraseLocalDraft,
  eraseLocalDrafts,
  type LocalDraft,
  readLocalDraft,
  readLocalDrafts,
  writeLocalDraft,
} from './local-drafts.ts';

/**
 * The unsaved text of the person who is signed in, as far as only this browser has it. Forms read and write it at once;
 * IndexedDB follows, and other tabs are told.
 */

/** What is told to other tabs: a draft that changed, or the user whose drafts are gone because they logged out. */
type Message = { changed: string } | { forgotten: number };

let user: Promise<number> | null = null;
let userId: number | null = null;
let drafts: readonly LocalDraft[] = [];
let claimed: readonly string[] = [];
const typedHere = new Set<string>();
const listeners = new Set<() => void>();
const forgottenListeners = new Set<() => void>();
/** The newest change of each draft that IndexedDB does not have yet; null while it is being written. */
const changes = new Map<string, (() => Promise<void>) | null>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('drafts');

function set(next: readonly LocalDraft[]): void {
  drafts = next;
  for (const listener of listeners) listener();
}

/** Loads the drafts of whoever is signed in. Loaders wait for it, so that screens find them there. */
export function openUnsaved(): Promise<number> {
  user ??= load();
  user.catch(closeUnsaved);
  return user;
}

async function load(): Promise<number> {
  const users = await adminApi.users();
  const id = users.find(({ you }) => you)?.id ?? 0;
  const found = await readLocalDrafts(id);
  userId = id;
  set(found);
  return id;
}

/** Keeps nothing from here on. What is in the browser waits for the same user to sign in again. */
function closeUnsaved(): void {
  user = null;
  userId = null;
  set([]);
}

/** The user logged out: nothing of theirs stays in this browser, in any tab. */
export async function forgetUnsaved(): Promise<void> {
  if (userId === null) return;
  const forgotten = userId;
  await forget(forgotten);
  channel?.postMessage({ forgotten } satisfies Message);
}

function forget(id: number): Promise<void> {
  closeUnsaved();
  for (const draft of changes.keys()) changes.set(draft, null);
  return eraseLocalDrafts(id);
}

export const isUnsavedOpen = (): boolean => userId !== null;
/** Whether the draft was typed in this tab. */
export const isTypedHere = (id: string): boolean => typedHere.has(id);
export const unsavedDrafts = (): readonly LocalDraft[] => drafts;

export function keepUnsaved(draft: Omit<LocalDraft, 'userId'>): void {
  if (userId === null) return;
  const kept = { ...draft, userId };
  typedHere.add(draft.id);
  set([kept, ...drafts.filter(({ id }) => id !== draft.id)]);
  void store(draft.id, () => writeLocalDraft(kept));
}

/** Forgets a draft, unless it has changed after `sequence`. */
export function dropUnsaved(id: string, sequence = Number.POSITIVE_INFINITY): void {
  const draft = drafts.find((candidate) => candidate.id === id);
  if (!draft || draft.sequence > sequence) return;
  set(drafts.filter((candidate) => candidate !== draft));
  void store(id, () => eraseLocalDraft(draft));
}

/** Writes one change at a time of each draft: of those that come while one is written, only the newest is. */
async function store(id: string, change: () => Promise<void>): Promise<void> {
  const isWriting = changes.has(id);
  changes.set(id, change);
  if (isWriting) return;
  for (let next = changes.get(id); next; next = changes.get(id)) {
    changes.set(id, null);
    await next();
  }
  changes.delete(id);
  channel?.postMessage({ changed: id } satisfies Message);
}

channel?.addEventListener('message', async ({ data }: MessageEvent<Message>) => {
  if ('forgotten' in data) {
    if (data.forgotten !== userId) return;
    void forget(data.forgotten);
    for (const listener of forgottenListeners) listener();
    return;
  }
  // What this tab writes itself is newer here than in the database.
  if (changes.has(data.changed) || isTypedHere(data.changed)) return;
  const draft = await readLocalDraft(data.changed);
  const others = drafts.filter(({ id }) => id !== data.changed);
  if (userId !== null) set(draft?.userId === userId ? [draft, ...others] : others);
});

/** Calls back when the user logged out in another tab. */
export function useForgotten(onForgotten: () => void): void {
  useEffect(() => {
    forgottenListeners.add(onForgotten);
    return () => void forgottenListeners.delete(onForgotten);
  }, [onForgotten]);
}

export function subscribeUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The drafts of an open form: it speaks of them itself, so the list of unsaved text leaves them out. */
export function useClaim(...ids: (string | undefined)[]): void {
  const list = ids.filter((id) => id !== undefined).join(' ');
  useEffect(() => {
    const mine = list.split(' ');
    claimed = [...claimed, ...mine];
    set(drafts);
    return () => {
      const left = [...claimed];
      for (const id of mine) left.splice(left.indexOf(id), 1);
      claimed = left;
      set(drafts);
    };
  }, [list]);
}

export const useUnsaved = (): readonly LocalDraft[] => useSyncExternalStore(subscribeUnsaved, () => drafts);
export const useClaimed = (): readonly string[] => useSyncExternalStore(subscribeUnsaved, () => claimed);
