import { useEffect } from 'react';
import { Problem } from '../../../contract/errors.ts';
import type { DraftState, NewDraft } from '../../../contract/writing.ts';
import type { LocalDraft } from './local-drafts.ts';
import { dropServerDraft, keepServerDraft } from './server-drafts.ts';
import { dropUnsaved, isTypedHere, isUnsavedOpen, subscribeUnsaved, unsavedDrafts } from './unsaved.ts';

/**
 * Moves the drafts of posts from this browser to the server: a moment after the first change, then as often as the
 * server answers. What the server has is forgotten here, unless more was typed meanwhile.
 */

type ToServer = (draft: LocalDraft) => NewDraft | null;

const delayMs = 1_500;
const longestDelayMs = 60_000;
/** A draft of another tab is sent by that tab, unless it is so old that the tab is likely gone. */
const orphanedMs = 60_000;

let toServer: ToServer = () => null;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | null = null;
let held = 0;
let delay = delayMs;
/** States that the server refused: they wait for the next change. */
const refused = new Map<string, number>();

const isOurs = ({ id, at }: LocalDraft): boolean =>
  isTypedHere(id) || Date.now() - Date.parse(at) > orphanedMs;
const isRefused = ({ id, sequence }: DraftState): boolean => refused.get(id) === sequence;

const waiting = (): LocalDraft[] =>
  unsavedDrafts().filter((draft) => toServer(draft) && isOurs(draft) && !isRefused(draft));

function schedule(): void {
  if (timer !== undefined || running || held > 0 || waiting().length === 0) return;
  timer = setTimeout(() => void sendWaiting(), delay);
}

function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (held > 0) return Promise.resolve();
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
      if (isRefusal(error)) refused.set(draft.id, draft.sequence);
      else delay = Math.min(delay * 2, longestDelayMs);
    }
  }
}

async function send(draft: LocalDraft): Promise<void> {
  const body = toServer(draft);
  if (!body) return;
  await keepServerDraft(draft.id, body);
  dropUnsaved(draft.id, draft.sequence);
  if (draft.continues) await dropServerDraft(draft.continues.id, draft.continues.sequence);
}

const refusals = ['malformed', 'invalid', 'not_found', 'too_large'];

/** Whether the same text would be refused again; a network or a server that is away comes back. */
const isRefusal = (error: unknown): boolean => error instanceof Problem && refusals.includes(error.code);

/** Sends everything now, as before logging out. What is left afterwards could not be sent. */
export async function sendDraftsNow(): Promise<void> {
  await running;
  await sendAll(unsavedDrafts());
}

/** Sends nothing until the returned function is called: a draft must not arrive after the save of its text. */
export async function holdDrafts(): Promise<() => void> {
  held++;
  await running;
  return () => {
    held--;
    schedule();
  };
}

/** Forgets drafts here and on the server, as far as they are not newer. */
export async function dropDrafts(drafts: readonly { id: string; sequence?: number }[]): Promise<void> {
  for (const { id, sequence } of drafts) dropUnsaved(id, sequence);
  // One that is being sent would arrive after its deletion.
  const release = await holdDrafts();
  try {
    for (const { id, sequence } of drafts) await dropServerDraft(id, sequence);
  } catch {
    // The call has logged why; a draft that is still there is offered again.
  } finally {
    release();
  }
}

/** Runs while the admin area is open. */
export function useDraftSender(convert: ToServer): void {
  useEffect(() => {
    toServer = convert;
    const sendHidden = () => {
      if (document.hidden && !running) void sendWaiting();
    };
    const unsubscribe = subscribeUnsaved(schedule);
    document.addEventListener('visibilitychange', sendHidden);
    schedule();
    return () => {
      unsubscribe();
      document.removeEventListener('visibilitychange', sendHidden);
      clearTimeout(timer);
      timer = undefined;
      toServer = () => null;
    };
  }, [convert]);
}
