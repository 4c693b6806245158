import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { useAction } from '../../../../platform/admin/data/use-action.ts';
import { deletedForGood, itemsRestored } from '../../../../platform/messages/owner.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { BinnedDraft } from '../../../posts/api/writing.ts';
import { writingCalls } from '../calls.ts';
import { nameOf } from '../post-values.ts';
import { restoreServerDraft } from '../server-drafts.ts';
import { Entry } from './entry.tsx';

/** The deleted drafts of this administrator. A restored one is listed above, with all others that are not saved yet. */
export function BinnedDrafts({ drafts }: { drafts: readonly BinnedDraft[] }) {
  const confirm = useConfirm();
  const run = useAction();
  const remove = async (draft: BinnedDraft) => {
    const confirmed = await confirm({
      title: t('Delete this draft for good?'),
      text: t('The draft of {name} will be deleted for good and cannot be restored.', {
        name: nameOf(draft),
      }),
    });
    if (confirmed)
      await run(
        () => writingCalls.deleteDraft({ draftId: draft.id, for_good: 'true', sequence: draft.sequence }),
        deletedForGood(titleOf(draft)),
      );
  };
  if (drafts.length === 0) return null;
  return (
    <ul className="bin" aria-label={t('Deleted drafts')}>
      {drafts.map((draft) => (
        <Entry
          key={draft.id}
          entry={draft}
          name={t('the draft of {name}', { name: nameOf(draft) })}
          chip={t('Draft')}
          image={<span className="bin-picture" aria-hidden="true" />}
          onRestore={() => void run(() => restoreServerDraft(draft.id), itemsRestored(1))}
          onDelete={() => void remove(draft)}
        />
      ))}
    </ul>
  );
}
