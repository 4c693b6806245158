import { useRevalidator } from 'react-router';
import { useAllPages } from '../../../platform/admin/controls/all-pages.tsx';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { focusHeading } from '../../../platform/admin/frame/screen-title.tsx';
import { plural, t } from '../../../platform/messages/translate.ts';
import { type SubscriberState, subscriberBatch } from '../api/subscribers.ts';
import { subscribersDeleted } from '../messages/lists.ts';
import { mailCalls } from './calls.ts';

type Filters = { search: string; state: SubscriberState };

/**
 * Deletes subscribers after a question, in batches. All that match the filter can be chosen: their ids are those of the moment in
 * which they were chosen, so who subscribes later stays.
 */
export function useDeletion(filters: Filters) {
  const all = useAllPages(JSON.stringify(filters), () => mailCalls.snapshot(filters));
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const confirm = useConfirm();
  return {
    ...all,
    // A single batch is done before the eye sees its progress.
    progress: all.progress && all.progress.total > subscriberBatch ? all.progress : null,
    /** Returns false if nothing was done. */
    remove: async (ids: readonly number[], address?: string): Promise<boolean> => {
      const isOne = ids.length === 1;
      const confirmed = await confirm({
        title: plural(ids.length, { one: 'Delete this subscriber?', other: 'Delete {count} subscribers?' }),
        text:
          isOne && address
            ? t('{address} will get no more mail. The deletion is final: there is no bin for addresses.', {
                address,
              })
            : plural(ids.length, {
                one: '1 subscriber will get no more mail. The deletion is final: there is no bin for addresses.',
                other:
                  '{count} subscribers will get no more mail. The deletion is final: there is no bin for addresses.',
              }),
      });
      if (!confirmed) return false;
      const batches = await all.inBatches(ids, subscriberBatch, (batch) =>
        mailCalls.removeSubscribers({ ids: batch }),
      );
      const deleted = batches.reduce((sum, batch) => sum + batch.deleted, 0);
      all.clear();
      if (deleted > 0) notify(subscribersDeleted(deleted));
      await revalidate();
      focusHeading();
      return true;
    },
  };
}
