import { type MouseEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Dialog } from '../../../platform/admin/controls/dialog.tsx';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { sendDraftsNow } from '../../../platform/admin/drafts/sender.ts';
import { useDiscard } from '../../../platform/admin/drafts/use-discard.ts';
import type { DraftForm } from '../../../platform/admin/drafts/use-draft.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { postDeleted } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import { useDeletedNotice } from './bin/use-restore.ts';
import { pageDeleted } from './messages.ts';
import { postCalls } from './post-calls.ts';
import { listOf } from './post-saving.ts';
import { nameOf, type PostValues } from './post-values.ts';

type Props = { form: DraftForm<PostValues>; isNew: boolean; children: ReactNode };

/** Returns to the list. For a post that was never saved, asks whether to keep it as a draft. */
export function CancelLink({ form, isNew, children }: Props) {
  const { kind } = form.values;
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const { reportError } = useNotices();
  const discard = useDiscard();
  const notifyDeleted = useDeletedNotice();
  const leave = (event: MouseEvent) => {
    if (!isNew || !form.isUnsaved()) return form.setAside();
    event.preventDefault();
    setIsAsking(true);
  };
  const keep = () => {
    form.setAside();
    void navigate(listOf(kind));
  };
  const moveToBin = async () => {
    const { values } = form.latest();
    setIsAsking(false);
    const drafts = form.sources().map((draft) => draft.id);
    const isMoved =
      values.id === null ? await discard(nameOf(values), drafts) : await removePost(values.id, values);
    if (isMoved) keep();
  };
  /** A new post has an id once an image was added to it. Its draft goes to the bin with it. */
  const removePost = async (id: number, values: PostValues): Promise<boolean> => {
    try {
      await sendDraftsNow();
      await postCalls.removePost(id);
    } catch (error) {
      reportError(error);
      return false;
    }
    const deleted = kind === 'page' ? pageDeleted : postDeleted;
    notifyDeleted(deleted(titleOf(values)), [{ kind: 'post', id }]);
    return true;
  };
  return (
    <>
      <Link to={listOf(kind)} onClick={leave}>
        {children}
      </Link>
      {isAsking && (
        <Dialog
          title={kind === 'page' ? t('Keep this page as a draft?') : t('Keep this post as a draft?')}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {kind === 'page'
              ? t('It was never saved. You find it under Pages, and only you can see it.')
              : t('It was never saved. You find it under Drafts in All Posts, and only you can see it.')}
          </p>
          {form.values.id !== null && (
            <p>
              {kind === 'page'
                ? t('Its images belong to an inactive page, which is moved to the bin with them.')
                : t('Its images belong to an inactive post, which is moved to the bin with them.')}
            </p>
          )}
          <p className="actions">
            <button type="button" onClick={() => setIsAsking(false)}>
              {kind === 'page' ? t('Back to the page') : t('Back to the post')}
            </button>
            <button type="button" className="danger" onClick={() => void moveToBin()}>
              {t('Move to bin')}
            </button>
            <button type="button" className="primary" data-first-focus onClick={keep}>
              {t('Keep as draft')}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
