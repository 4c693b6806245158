import { type MouseEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Dialog } from '../controls/dialog.tsx';
import { adminApi } from '../data/admin-api.ts';
import { pauseDraftSender } from '../drafts/sender.ts';
import type { DraftForm } from '../drafts/use-draft.ts';
import { useNotices } from '../frame/notices.tsx';
import { emptyOf, listOf, type PostValues } from './post-saving.ts';

/** Returns to the list. For a post that was never saved, asks whether to keep it as a draft. */
export function CancelLink({ form, isNew }: { form: DraftForm<PostValues>; isNew: boolean }) {
  const { kind } = form.values;
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const { reportError } = useNotices();
  const leave = (event: MouseEvent) => {
    if (!isNew || !form.isUnsaved()) return form.setAside();
    event.preventDefault();
    setIsAsking(true);
  };
  const keep = () => {
    form.setAside();
    void navigate(listOf(kind));
  };
  const discard = async () => {
    // A new post has an id once an image was added to it.
    const { id } = form.latest().values;
    setIsAsking(false);
    const resume = await pauseDraftSender();
    try {
      if (id !== null) await adminApi.removePost(id);
      form.reset(emptyOf(kind));
      void navigate(listOf(kind));
    } catch (error) {
      reportError(error);
    } finally {
      resume();
    }
  };
  return (
    <>
      <Link to={listOf(kind)} onClick={leave}>
        Cancel
      </Link>
      {isAsking && (
        <Dialog title={`Keep this ${kind} as a draft?`} onClose={() => setIsAsking(false)}>
          <p>It was never saved. Drafts are listed at the top of the admin area and only you can see them.</p>
          {form.values.id !== null && (
            <p>
              Its images belong to an inactive {kind}. Discarding deletes that {kind} and its images.
            </p>
          )}
          <p className="actions">
            <button type="button" onClick={() => setIsAsking(false)}>
              Back to the {kind}
            </button>
            <button type="button" className="danger" onClick={() => void discard()}>
              Discard
            </button>
            <button type="button" className="primary" data-first-focus onClick={keep}>
              Keep as draft
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}
