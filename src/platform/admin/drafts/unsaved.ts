import { useEffect, useSyncExternalStore } from 'react';
import { setPageUser } from '../../web/fetch-json.ts';
import { recordChange, recordLocalWrite } from './draft-status.ts';
import {
  deleteLocalDraft,
  deleteLocalDrafts,
  type LocalDraft,
  readLocalDraft,
  readLocalDrafts,
  writeLocalDraft,
} from './local-drafts.ts';

/**
 * The unsaved changes of the signed-in user that only this browser has. Forms read and write them synchronously in
 * memory; IndexedDB and the other tabs follow.
 */

/**
 * Message to other tabs, which may run an earlier version: the id of a changed draft, or of the user who logged out.
 */
type Message = { changed: string } | { deletedOf: number };

let user: Promise<number> | null = null;
let userId: number | null = null;
let username = '';
let drafts: readonly LocalDraft[] = [];
let claimed: readonly string[] = [];
const ownDrafts = new Set<string>();
const listeners = new Set<() => void>();
const signOutListeners = new Set<() => void>();
/** The latest change of each draft that is not in IndexedDB yet; null while it is being written. */
const pendingWrites = new Map<string, (() => Promise<unknown>) | null>();
/** A long post is not written on each key. A change waits at most this long, and the time of the write before it. */
const writeIntervalMs = 150;
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('drafts');

function set(next: readonly LocalDraft[]): void {
  drafts = next;
  for (const listener of listeners) listener();
}

/** Loads the drafts of the signed-in user. Route loaders wait for it, so that forms can read them synchronously. */
export function openUnsaved(signedIn: () => Promise<{ id: number; username: string }>): Promise<number> {
  user ??= load(signedIn);
  user.catch(closeUnsaved);
  return user;
}

async function load(signedIn: Parameters<typeof openUnsaved>[0]): Promise<number> {
  const { id, username: name } = await signedIn();
  const found = await readLocalDrafts(id);
  userId = id;
  username = name;
  setPageUser(id);
  set(found);
  return id;
}

/** Stops storing drafts. Those in IndexedDB stay until the same user signs in again. */
function closeUnsaved(): void {
  user = null;
  userId = null;
  set([]);
}

/** On logout, deletes the drafts of the user from this browser and all of its tabs. */
export async function deleteAllUnsaved(): Promise<void> {
  if (userId === null) return;
  const signedOut = userId;
  await deleteAll(signedOut);
  channel?.postMessage({ deletedOf: signedOut } satisfies Message);
}

function deleteAll(id: number): Promise<unknown> {
  closeUnsaved();
  for (const draft of pendingWrites.keys()) pendingWrites.set(draft, null);
  return deleteLocalDrafts(id);
}

/** The user that the admin area was opened by. */
export const currentUser = (): { id: number | null; username: string } => ({ id: userId, username });
export const isUnsavedOpen = (): boolean => userId !== null;
/** Whether the draft was written in this tab. */
export const isFromThisTab = (id: string): boolean => ownDrafts.has(id);
export const unsavedDrafts = (): readonly LocalDraft[] => drafts;

export function storeUnsaved(draft: Omit<LocalDraft, 'userId'>): void {
  if (userId === null) return;
  const stored = { ...draft, userId };
  ownDrafts.add(draft.id);
  set([stored, ...drafts.filter(({ id }) => id !== draft.id)]);
  recordChange(stored);
  void persist(draft.id, async () => recordLocalWrite(draft.id, await writeLocalDraft(stored)));
}

/** Deletes a draft, unless it changed after `sequence`. */
export function deleteUnsaved(id: string, sequence = Number.POSITIVE_INFINITY): void {
  const draft = drafts.find((candidate) => candidate.id === id);
  if (!draft || draft.sequence > sequence) return;
  set(drafts.filter((candidate) => candidate !== draft));
  void persist(id, () => deleteLocalDraft(draft));
}

/** Writes one change of a draft at a time. Of the changes that arrive during a write, only the latest is written. */
async function persist(id: string, change: () => Promise<unknown>): Promise<void> {
  const isWriting = pendingWrites.has(id);
  pendingWrites.set(id, change);
  if (isWriting) return;
  for (let next = pendingWrites.get(id); next; next = pendingWrites.get(id)) {
    pendingWrites.set(id, null);
    const begin = Date.now();
    await next();
    channel?.postMessage({ changed: id } satisfies Message);
    const rest = begin + writeIntervalMs - Date.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
  pendingWrites.delete(id);
}

/** Starts all waiting writes at once, because the page may be closed at any moment. */
export function writeUnsavedNow(): void {
  for (const [id, change] of pendingWrites) {
    if (!change) continue;
    pendingWrites.set(id, null);
    void change().then(() => channel?.postMessage({ changed: id } satisfies Message));
  }
}

channel?.addEventListener('message', async ({ data }: MessageEvent<Message>) => {
  if ('deletedOf' in data) {
    if (data.deletedOf !== userId) return;
    void deleteAll(data.deletedOf);
    for (const listener of signOutListeners) listener();
    return;
  }
  // This tab's own drafts are newer in memory than in IndexedDB.
  if (pendingWrites.has(data.changed) || isFromThisTab(data.changed)) return;
  const draft = await readLocalDraft(data.changed);
  const others = drafts.filter(({ id }) => id !== data.changed);
  if (userId !== null) set(draft?.userId === userId ? [draft, ...others] : others);
});

/** Calls back when the user logs out in another tab. */
export function useSignOutElsewhere(onSignOut: () => void): void {
  useEffect(() => {
    signOutListeners.add(onSignOut);
    return () => void signOutListeners.delete(onSignOut);
  }, [onSignOut]);
}

export function subscribeUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Claims drafts for an open form, which shows them itself, so that the list of unsaved changes omits them. */
export function useClaim(...ids: (string | undefined)[]): void {
  const list = ids.filter((id) => id !== undefined).join(' ');
  useEffect(() => {
    const own = list.split(' ');
    claimed = [...claimed, ...own];
    set(drafts);
    return () => {
      const others = [...claimed];
      for (const id of own) others.splice(others.indexOf(id), 1);
      claimed = others;
      set(drafts);
    };
  }, [list]);
}

export const useUnsaved = (): readonly LocalDraft[] => useSyncExternalStore(subscribeUnsaved, () => drafts);
export const useClaimed = (): readonly string[] => useSyncExternalStore(subscribeUnsaved, () => claimed);
