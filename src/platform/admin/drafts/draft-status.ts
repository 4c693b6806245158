import { useSyncExternalStore } from 'react';
import type { DraftState } from './local-drafts.ts';

/** Why the server has not stored the latest change. */
export type SendFailure =
  | 'offline'
  | 'server'
  | 'signed-out'
  | 'other-user'
  | 'too-large'
  | 'no-room'
  | 'rejected';

/** Where the latest change of a draft is stored. Times are those of this browser, whose clock may differ from the server's. */
export type DraftStatus = {
  sequence: number;
  changedAt: number;
  /** Whether this browser failed to store an earlier change, and none since. */
  isLocalFailing: boolean;
  /** The latest change that the server has confirmed. */
  sent: { sequence: number; at: number } | null;
  failure: SendFailure | null;
};

const statuses = new Map<string, DraftStatus>();
const listeners = new Set<() => void>();

function update(id: string, change: Partial<DraftStatus>): void {
  const before = statuses.get(id);
  if (!before) return;
  statuses.set(id, { ...before, ...change });
  for (const listener of listeners) listener();
}

export function recordChange({ id, sequence }: DraftState): void {
  const before = statuses.get(id);
  statuses.set(id, {
    isLocalFailing: false,
    sent: null,
    failure: null,
    ...before,
    sequence,
    changedAt: Date.now(),
  });
  for (const listener of listeners) listener();
}

export function recordLocalWrite(id: string, isStored: boolean): void {
  if (statuses.get(id)?.isLocalFailing === isStored) update(id, { isLocalFailing: !isStored });
}

export function recordSent({ id, sequence }: DraftState): void {
  const before = statuses.get(id)?.sent;
  if (before && before.sequence > sequence) return;
  update(id, { sent: { sequence, at: Date.now() }, failure: null });
}

export function recordSendFailure(id: string, failure: SendFailure): void {
  if (statuses.get(id)?.failure !== failure) update(id, { failure });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDraftStatus = (id: string): DraftStatus | null =>
  useSyncExternalStore(subscribe, () => statuses.get(id) ?? null);
