import { useRevalidator } from 'react-router';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { Problem } from '../../../../platform/http/problem.ts';
import { itemsRestored } from '../../../../platform/messages/owner.ts';
import type { BinItem } from '../../../posts/bin/api.ts';
import { loadServerDrafts } from '../server-drafts.ts';
import { binCalls } from './calls.ts';

/** Restores items from the bin, and says what could not be restored, or not as it was. */
export function useRestore() {
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  return async (items: BinItem[]): Promise<void> => {
    try {
      const results = await binCalls.restore({ items });
      const restored = results.filter((result) => result.restored);
      if (restored.length > 0)
        notify([itemsRestored(restored.length), ...restored.map(({ message }) => message)].join(' ').trim());
      for (const message of new Set(results.filter((one) => !one.restored).map((one) => one.message)))
        reportError(new Problem('conflict', message));
      // Drafts come back with their post.
      await Promise.all([revalidate(), loadServerDrafts()]);
    } catch (error) {
      reportError(error);
    }
  };
}

/** Confirms a deletion with a notice that offers to undo it. */
export function useDeletedNotice() {
  const { notify } = useNotices();
  const restore = useRestore();
  return (text: string, items: BinItem[]): void => notify(text, () => restore(items));
}
