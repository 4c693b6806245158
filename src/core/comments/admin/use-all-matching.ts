import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { formatNumber } from '../../../platform/admin/controls/format.ts';
import { removing } from '../../../platform/admin/data/no-room-in-bin.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { moderationBatch } from '../../../platform/http/api/limits.ts';
import * as messages from '../../../platform/messages/owner.ts';
import { commentCalls } from './calls.ts';
import { doneTexts, undoTopic, type Verb } from './use-queue.ts';

type Progress = { verb: Verb; done: number; total: number };

const questions: Record<Verb, { title: (count: string) => string; action: string }> = {
  approve: { title: (count) => `Approve ${count} comments?`, action: 'Approve' },
  unapprove: { title: (count) => `Unapprove ${count} comments?`, action: 'Unapprove' },
  delete: { title: (count) => `Delete ${count} comments?`, action: 'Delete' },
  spam: { title: (count) => `Delete ${count} comments as spam?`, action: 'Delete' },
};

const guards: Record<string, 'waiting' | 'approved'> = {
  waiting: 'waiting',
  spam: 'waiting',
  approved: 'approved',
};

/**
 * All comments that match the filter, on every page. Their ids are those of the moment in which they were selected; a change works
 * on them in batches.
 */
export function useAllMatching(
  filter: 'waiting' | 'spam' | 'approved' | 'all',
  setLatest: (undo: () => Promise<void>) => void,
) {
  const [selected, setSelected] = useState<{ filter: string; ids: number[]; total: number } | null>(null);
  if (selected && selected.filter !== filter) setSelected(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  const confirm = useConfirm();
  const isRunning = progress !== null;
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isRunning]);

  /** Returns what was changed, also when it is stopped or fails. */
  const inBatches = async (verb: Verb, ids: number[], run: (batch: number[]) => Promise<number[]>) => {
    const changed: number[] = [];
    isStopped.current = false;
    setProgress({ verb, done: 0, total: ids.length });
    try {
      for (let from = 0; from < ids.length && !isStopped.current; from += moderationBatch) {
        changed.push(...(await run(ids.slice(from, from + moderationBatch))));
        setProgress({ verb, done: Math.min(ids.length, from + moderationBatch), total: ids.length });
      }
    } catch (error) {
      reportError(error);
    }
    setProgress(null);
    return changed;
  };

  /** In batches, with an offer to undo them. */
  const apply = async (verb: Verb, ids: number[], state: 'waiting' | 'approved' | undefined) => {
    const send = async (batch: number[], for_good = false) =>
      (await commentCalls.bulk({ action: verb, ids: batch, ...(state && { state }), for_good })).ids;
    const isDeletion = verb === 'delete' || verb === 'spam';
    const deleteRest = async ([first = 0]: number[]) =>
      (await inBatches(verb, ids.slice(ids.indexOf(first)), (batch) => send(batch, true))).length;
    const changed = await inBatches(verb, ids, (batch) =>
      isDeletion
        ? removing(
            () => send(batch),
            () => deleteRest(batch),
          )
        : send(batch),
    );
    setSelected(null);
    let isUndone = false;
    const undo = async () => {
      if (isUndone) return;
      isUndone = true;
      await inBatches(verb, changed, async (batch) => {
        if (isDeletion) await commentCalls.restore({ ids: batch });
        else await commentCalls.bulk({ action: verb === 'approve' ? 'unapprove' : 'approve', ids: batch });
        return batch;
      });
      notify(messages.undone, undefined, undoTopic);
      await revalidate();
    };
    if (changed.length > 0) {
      setLatest(undo);
      notify(doneTexts[verb](changed.length), undo, undoTopic);
    }
    await revalidate();
  };

  const change = async (verb: Verb): Promise<void> => {
    if (!selected || isRunning) return;
    const { ids } = selected;
    const { title, action } = questions[verb];
    const text = 'This applies to all comments that matched when you selected them, on every page.';
    if (await confirm({ title: title(formatNumber(ids.length)), text, action }))
      await apply(verb, ids, guards[filter]);
  };

  /** Without a question, because it can be undone. It trains nothing: the filter would confirm its own opinion. */
  const deleteSpam = async (): Promise<void> => {
    if (isRunning) return;
    try {
      await apply('delete', (await commentCalls.snapshot({ state: 'spam' })).ids, 'waiting');
    } catch (error) {
      reportError(error);
    }
  };

  return {
    selected,
    progress,
    change,
    deleteSpam,
    select: async () => {
      try {
        setSelected({ filter, ...(await commentCalls.snapshot({ state: filter === 'all' ? '' : filter })) });
      } catch (error) {
        reportError(error);
      }
    },
    clear: () => setSelected(null),
    stop: () => {
      isStopped.current = true;
    },
  };
}

export type AllMatching = ReturnType<typeof useAllMatching>;
