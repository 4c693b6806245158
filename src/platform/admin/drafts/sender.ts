import { useEffect } from 'react';
import { Problem } from '../../http/problem.ts';
import { flushPendingChanges } from '../../web/pending-changes.ts';
import { isOtherUser, isSignedOut } from '../data/guarded.ts';
import { recordSendFailure, recordSent, type SendFailure } from './draft-status.ts';
import type { DraftState, LocalDraft } from './local-drafts.ts';
import {
  deleteUnsaved,
  isFromThisTab,
  isUnsavedOpen,
  storeUnsaved,
  subscribeUnsaved,
  unsavedDrafts,
  writeUnsavedNow,
} from './unsaved.ts';

/**
 * Moves drafts from this browser to the server, shortly after a change and one batch at a time. A draft that
 * the server has stored is deleted here, unless it changed in the meantime.
 */

/** Where the server stores drafts. */
export type DraftStore = {
  /** What is stored of a draft; null for those that are in this browser only. */
  bodyOf(draft: LocalDraft): object | null;
  /** With `keepalive` the request outlives the page. */
  save(draft: LocalDraft, keepalive: boolean): Promise<void>;
  /** Deletes a draft whose text exists elsewhere, unless it changed after `sequence`. */
  delete(draft: DraftState): Promise<void>;
  /** Returns whether the draft is in the bin now. */
  moveToBin(id: string): Promise<boolean>;
  restore(id: string): Promise<void>;
};

const noStore: DraftStore = {
  bodyOf: () => null,
  save: async () => {},
  delete: async () => {},
  moveToBin: async () => false,
  restore: async () => {},
};

const delayMs = 1_500;
const maxDelayMs = 60_000;
/** A draft of another tab is sent by that tab, unless it is so old that the tab was probably closed. */
const orphanedMs = 60_000;
/** Browsers limit the bodies of all requests that outlive a page to 64 KB together. */
const keepaliveBytes = 60 * 1024;

let store = noStore;
let onRefused: (failure: SendFailure) => void = () => {};
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | null = null;
let pauses = 0;
let delay = delayMs;
/** The page is being closed or replaced. */
let isLeaving = false;
/** The sequence of drafts that the server rejected: they are sent again only after another change. */
const rejected = new Map<string, number>();

const isDue = ({ id, at }: LocalDraft): boolean =>
  isFromThisTab(id) || Date.now() - Date.parse(at) > orphanedMs;
const isRejected = ({ id, sequence }: DraftState): boolean => rejected.get(id) === sequence;

const waiting = (): LocalDraft[] =>
  unsavedDrafts().filter((draft) => store.bodyOf(draft) && isDue(draft) && !isRejected(draft));

function schedule(): void {
  if (timer !== undefined || running || pauses > 0 || waiting().length === 0) return;
  timer = setTimeout(() => void sendWaiting(), delay);
}

function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (pauses > 0) return Promise.resolve();
  running ??= sendAll(waiting()).finally(() => {
    running = null;
    schedule();
  });
  return running;
}

async function sendAll(drafts: readonly LocalDraft[]): Promise<void> {
  for (const draft of drafts) {
    if (!isUnsavedOpen()) return;
    try {
      await send(draft);
      delay = delayMs;
    } catch (error) {
      recordFailure(draft.id, error);
      if (isPermanent(error)) rejected.set(draft.id, draft.sequence);
      else delay = Math.min(delay * 2, maxDelayMs);
    }
  }
}

async function send(draft: LocalDraft, keepalive = false): Promise<void> {
  if (!store.bodyOf(draft)) return;
  await store.save(draft, keepalive);
  recordSent(draft);
  deleteUnsaved(draft.id, draft.sequence);
  if (draft.continues) await store.delete(draft.continues);
}

/** The requests that were sent when the page was hidden: it may be shown again before they end. */
const outliving = new Set<Promise<void>>();
/** The changes that were sent when the page was hidden, so that each is sent only once that way. */
const sentBeforeLeaving = new Map<string, number>();

/**
 * Stores this tab's drafts in the browser, then sends what fits into requests that outlive the page. An older request that is
 * still running does no harm: the server ignores what arrives after a newer change.
 */
function sendBeforeLeaving(): void {
  flushPendingChanges();
  writeUnsavedNow();
  if (pauses > 0) return;
  let room = keepaliveBytes;
  for (const draft of waiting()) {
    const { id, sequence } = draft;
    if (!isFromThisTab(id) || sentBeforeLeaving.get(id) === sequence) continue;
    const size = new Blob([JSON.stringify(store.bodyOf(draft))]).size;
    if (size > room) continue;
    room -= size;
    sentBeforeLeaving.set(id, sequence);
    const request = send(draft, true).catch((error) => recordFailure(id, error));
    outliving.add(request);
    void request.finally(() => outliving.delete(request));
  }
}

/** A form may hand over its last words after this module was notified that the page is hidden. */
function onChange(): void {
  if (document.hidden || isLeaving) sendBeforeLeaving();
  schedule();
}

function recordFailure(id: string, error: unknown): void {
  const failure = failureOf(error);
  recordSendFailure(id, failure);
  onRefused(failure);
}

function failureOf(error: unknown): SendFailure {
  if (!(error instanceof Problem)) return 'server';
  if (isOtherUser(error)) return 'other-user';
  if (isSignedOut(error)) return 'signed-out';
  if (error.code === 'too_large') return 'too-large';
  if (error.code === 'no_room') return 'no-room';
  if (error.code === 'unavailable' && error.cause) return 'offline';
  return isPermanent(error) ? 'rejected' : 'server';
}

const permanentErrors = ['malformed', 'invalid', 'not_found', 'too_large'];

/** Whether the server would reject the same draft again, unlike after a network or server error. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Problem && permanentErrors.includes(error.code);

/** Sends all drafts now, as before logging out. Those that remain could not be sent. */
export async function sendDraftsNow(): Promise<void> {
  flushPendingChanges();
  await running;
  await sendAll(unsavedDrafts());
}

/** Sends without waiting for the end of a backoff: the connection or the session is back. */
export function retryNow(): void {
  delay = delayMs;
  clearTimeout(timer);
  timer = undefined;
  schedule();
}

/** Pauses sending until the returned function is called: a draft must not arrive after its text was saved. */
export async function pauseDraftSender(): Promise<() => void> {
  pauses++;
  await Promise.all([running, ...outliving]);
  return () => {
    pauses--;
    schedule();
  };
}

/** Whether the server stores the draft, so that it can be in the bin. Drafts of other forms are in this browser only. */
export const isForServer = (draft: LocalDraft): boolean => store.bodyOf(draft) !== null;

/**
 * Moves drafts to the bin, with all that was typed. One that the server does not store is deleted here. Returns whether one is
 * in the bin, and how to undo it. If the server cannot be reached, the drafts stay where they are.
 */
export async function discardDrafts(ids: readonly string[]) {
  flushPendingChanges();
  const resume = await pauseDraftSender();
  const moved: string[] = [];
  const deleted: LocalDraft[] = [];
  try {
    for (const id of ids) {
      const local = unsavedDrafts().find((draft) => draft.id === id);
      if (local && !(await isSent(local))) {
        deleteUnsaved(id);
        deleted.push(local);
      }
      if (await store.moveToBin(id)) moved.push(id);
    }
  } finally {
    resume();
  }
  const undo = async (): Promise<string[]> => {
    for (const draft of deleted) storeUnsaved(draft);
    for (const id of moved) await store.restore(id);
    return [...moved, ...deleted.map(({ id }) => id)];
  };
  return { isInBin: moved.length > 0, undo };
}

/** Sends the draft. False if the server does not store it, now and later. */
async function isSent(draft: LocalDraft): Promise<boolean> {
  if (!isForServer(draft)) return false;
  try {
    await send(draft);
    return true;
  } catch (error) {
    if (!isPermanent(error)) throw error;
    return false;
  }
}

/** Deletes drafts whose text is what is saved, here and on the server, unless they changed after `sequence`. */
export async function deleteDrafts(drafts: readonly DraftState[]): Promise<void> {
  for (const { id, sequence } of drafts) deleteUnsaved(id, sequence);
  // A draft that is being sent would arrive after its deletion.
  const resume = await pauseDraftSender();
  try {
    for (const draft of drafts) await store.delete(draft);
  } catch {
    // The request has logged the error. A draft that still exists is listed again.
  } finally {
    resume();
  }
}

/** Runs while the admin area is open. `refused` gets the reason why a draft was not sent. */
export function useDraftSender(server: DraftStore, refused: (failure: SendFailure) => void): void {
  useEffect(() => {
    store = server;
    onRefused = refused;
    const onVisibilityChange = () => {
      if (!document.hidden) return retryNow();
      sendBeforeLeaving();
      // A hidden page usually lives on, and has time for the drafts that did not fit.
      if (!running && waiting().some(({ id, sequence }) => sentBeforeLeaving.get(id) !== sequence))
        void sendWaiting();
    };
    const onPageHide = () => {
      isLeaving = true;
      sendBeforeLeaving();
    };
    const onPageShow = () => {
      isLeaving = false;
    };
    const listening = new AbortController();
    const { signal } = listening;
    const unsubscribe = subscribeUnsaved(onChange);
    document.addEventListener('visibilitychange', onVisibilityChange, { signal });
    addEventListener('pagehide', onPageHide, { signal });
    addEventListener('pageshow', onPageShow, { signal });
    addEventListener('online', retryNow, { signal });
    schedule();
    return () => {
      unsubscribe();
      listening.abort();
      clearTimeout(timer);
      timer = undefined;
      store = noStore;
      onRefused = () => {};
    };
  }, [server, refused]);
}
