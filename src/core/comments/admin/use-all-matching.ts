import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useAllPages } from '../../../platform/admin/controls/all-pages.tsx';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { removing } from '../../../platform/admin/data/no-room-in-bin.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { moderationBatch } from '../../../platform/http/api/limits.ts';
import * as messages from '../../../platform/messages/owner.ts';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import { commentCalls } from './calls.ts';
import { doneTexts, undoTopic, type Verb } from './use-queue.ts';

const questions: Record<Verb, { title: (count: string) => string; action: string }> = {
  approve: { title: (count) => t('Approve {count} comments?', { count }), action: t('Approve') },
  unapprove: { title: (count) => t('Unapprove {count} comments?', { count }), action: t('Unapprove') },
  delete: { title: (count) => t('Delete {count} comments?', { count }), action: t('Delete') },
  spam: { title: (count) => t('Delete {count} comments as spam?', { count }), action: t('Delete') },
};

const guards: Record<string, 'waiting' | 'approved'> = {
  waiting: 'waiting',
  spam: 'waiting',
  approved: 'approved',
};

/** All comments that match the filter, on every page. */
export function useAllMatching(
  filter: 'waiting' | 'spam' | 'approved' | 'all',
  setLatest: (undo: () => Promise<void>) => void,
) {
  const all = useAllPages(filter, () => commentCalls.snapshot({ state: filter === 'all' ? '' : filter }));
  const [verb, setVerb] = useState<Verb>('approve');
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  const confirm = useConfirm();

  /** In batches, with an offer to undo them. */
  const apply = async (verb: Verb, ids: number[], state: 'waiting' | 'approved' | undefined) => {
    const send = async (batch: number[], for_good = false) =>
      (await commentCalls.bulk({ action: verb, ids: batch, ...(state && { state }), for_good })).ids;
    const isDeletion = verb === 'delete' || verb === 'spam';
    const inBatches = async (ids: number[], run: (batch: number[]) => Promise<number[]>) =>
      (await all.inBatches(ids, moderationBatch, run)).flat();
    const deleteRest = async ([first = 0]: number[]) =>
      (await inBatches(ids.slice(ids.indexOf(first)), (batch) => send(batch, true))).length;
    setVerb(verb);
    const changed = await inBatches(ids, (batch) =>
      isDeletion
        ? removing(
            () => send(batch),
            () => deleteRest(batch),
          )
        : send(batch),
    );
    all.clear();
    let isUndone = false;
    const undo = async () => {
      if (isUndone) return;
      isUndone = true;
      await inBatches(changed, async (batch) => {
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
    if (!all.selected || all.progress) return;
    const { ids } = all.selected;
    const { title, action } = questions[verb];
    const text = t('This applies to all comments that matched when you selected them, on every page.');
    if (await confirm({ title: title(formatNumber(ids.length)), text, action }))
      await apply(verb, ids, guards[filter]);
  };

  /** Without a question, because it can be undone. It trains nothing: the filter would confirm its own opinion. */
  const deleteSpam = async (): Promise<void> => {
    if (all.progress) return;
    try {
      await apply('delete', (await commentCalls.snapshot({ state: 'spam' })).ids, 'waiting');
    } catch (error) {
      reportError(error);
    }
  };

  return { ...all, verb, change, deleteSpam };
}

export type AllMatching = ReturnType<typeof useAllMatching>;
