import { useSyncExternalStore } from 'react';
import { Problem } from '../../../platform/http/problem.ts';
import type { Draft, DraftHead, DraftState, NewDraft } from '../../posts/api/writing.ts';
import { writingCalls } from './calls.ts';

/** What this tab has sent is known in full; of others, the list has a summary. */
type KnownDraft = DraftHead & { post_content?: string };

/** The drafts of posts that the server stores for the signed-in user. */
let heads: readonly KnownDraft[] = [];
/** Drafts that this tab has sent: they can be deleted even while the list is still loading. */
const sent = new Set<string>();
const listeners = new Set<() => void>();

function set(next: readonly KnownDraft[]): void {
  heads = next;
  for (const listener of listeners) listener();
}

export async function loadServerDrafts(): Promise<readonly DraftHead[]> {
  const loaded = await writingCalls.drafts();
  set(loaded);
  return loaded;
}

/** Returns null if there is no such draft. */
export async function readServerDraft(id: string): Promise<Draft | null> {
  // A request for a draft that doesn't exist would only log an error in the console.
  if (!heads.some((head) => head.id === id)) return null;
  try {
    return await writingCalls.draft({ draftId: id });
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  }
}

/** With `keepalive` the request outlives the page; its body must be small. */
export async function saveServerDraft(id: string, draft: NewDraft, keepalive: boolean): Promise<void> {
  sent.add(id);
  const { is_stored, ...head } = await writingCalls.saveDraft({ draftId: id, ...draft }, { keepalive });
  const others = heads.filter((other) => other.id !== id || other.sequence > head.sequence);
  const { post_content, active: is_published } = draft;
  set(is_stored ? [{ ...head, post_content, is_published }, ...others] : others);
}

const isKnown = (id: string): boolean => sent.has(id) || heads.some((head) => head.id === id);

export async function deleteServerDraft({ id, sequence }: DraftState): Promise<void> {
  if (!isKnown(id)) return;
  set(heads.filter((head) => head.id !== id || head.sequence > sequence));
  await writingCalls.deleteDraft({ draftId: id, for_good: 'true', sequence });
}

export async function moveServerDraftToBin(id: string): Promise<boolean> {
  if (!isKnown(id)) return false;
  const { in_bin } = await writingCalls.deleteDraft({ draftId: id });
  set(heads.filter((head) => head.id !== id));
  return in_bin;
}

export async function restoreServerDraft(id: string): Promise<void> {
  set([await writingCalls.restoreDraft({ draftId: id }), ...heads]);
}

/** Removes drafts from the list that the server deleted when it saved their text. */
export function removeSavedDrafts(saved: readonly { id: string; sequence: number }[]): void {
  set(heads.filter((head) => !saved.some(({ id, sequence }) => id === head.id && head.sequence <= sequence)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useServerDrafts = (): readonly KnownDraft[] => useSyncExternalStore(subscribe, () => heads);
