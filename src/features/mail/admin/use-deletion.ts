import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { formatNumber } from '../../../platform/admin/controls/format.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { focusHeading } from '../../../platform/admin/frame/screen-title.tsx';
import { type SubscriberSnapshot, type SubscriberState, subscriberBatch } from '../api/subscribers.ts';
import { subscribersDeleted } from '../messages/lists.ts';
import { mailCalls } from './calls.ts';

type Filters = { search: string; state: SubscriberState };
type Progress = { done: number; total: number };

/**
 * Deletes subscribers after a question, in batches. All that match the filter can be chosen: their ids are those of the moment in
 * which they were chosen, so who subscribes later stays.
 */
export function useDeletion(filters: Filters) {
  const filter = JSON.stringify(filters);
  const [all, setAll] = useState<(SubscriberSnapshot & { filter: string }) | null>(null);
  if (all && all.filter !== filter) setAll(null);
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

  const run = async (ids: readonly number[]): Promise<number> => {
    let deleted = 0;
    isStopped.current = false;
    try {
      for (let from = 0; from < ids.length && !isStopped.current; from += subscriberBatch) {
        if (ids.length > subscriberBatch) setProgress({ done: from, total: ids.length });
        const part = ids.slice(from, from + subscriberBatch);
        deleted += (await mailCalls.removeSubscribers({ ids: part })).deleted;
      }
    } catch (error) {
      reportError(error);
    }
    setProgress(null);
    return deleted;
  };

  return {
    all,
    progress,
    /** Returns false if nothing was done. */
    remove: async (ids: readonly number[], address?: string): Promise<boolean> => {
      const isOne = ids.length === 1;
      const confirmed = await confirm({
        title: isOne ? 'Delete this subscriber?' : `Delete ${formatNumber(ids.length)} subscribers?`,
        text: `${isOne && address ? address : `${formatNumber(ids.length)} subscribers`} will get no more mail. The deletion is final: there is no bin for addresses.`,
      });
      if (!confirmed) return false;
      const deleted = await run(ids);
      setAll(null);
      if (deleted > 0) notify(subscribersDeleted(deleted));
      await revalidate();
      focusHeading();
      return true;
    },
    selectAll: async () => {
      try {
        setAll({ filter, ...(await mailCalls.snapshot(filters)) });
      } catch (error) {
        reportError(error);
      }
    },
    clear: () => setAll(null),
    stop: () => {
      isStopped.current = true;
    },
  };
}

export type Deletion = ReturnType<typeof useDeletion>;
