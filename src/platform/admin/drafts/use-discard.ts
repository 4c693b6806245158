import { draftMovedToBin, unsavedChangesDeleted } from '../../messages/owner.ts';
import { useNotices } from '../frame/notices.tsx';
import { discardDrafts } from './sender.ts';
import type { DraftForm } from './use-draft.ts';

/**
 * Discards the drafts of a form, with a notice that offers to undo it; `reopen` then shows the restored draft. Returns false
 * if that failed: the drafts are still there.
 */
export function useDiscard() {
  const { notify, reportError } = useNotices();
  return async (
    name: string,
    ids: readonly string[],
    reopen: (id: string) => void = () => {},
  ): Promise<boolean> => {
    try {
      const { isInBin, undo } = await discardDrafts(ids);
      notify(isInBin ? draftMovedToBin(name) : unsavedChangesDeleted, () =>
        undo().then(([id]) => {
          if (id) reopen(id);
        }, reportError),
      );
      return true;
    } catch (error) {
      reportError(error);
      return false;
    }
  };
}

/** Replaces the values of a form whose draft is only in this browser, with a notice that offers to undo it. */
export function useReset<Values>(form: DraftForm<Values>): (values: Values) => void {
  const { notify } = useNotices();
  return (values) => {
    const { values: before } = form.latest();
    form.reset(values);
    notify(unsavedChangesDeleted, async () => form.rewrite(before));
  };
}
