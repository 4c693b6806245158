import { type MouseEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { urls } from '../../../contract/urls.ts';
import { Dialog } from '../controls/dialog.tsx';
import { adminApi } from '../data/admin-api.ts';
import { holdDrafts } from '../drafts/sender.ts';
import type { DraftForm } from '../drafts/use-draft.ts';
import { useNotices } from '../frame/notices.tsx';
import { emptyPost, type PostValues } from './post-saving.ts';

/** Leads back to the list. A post that was never saved is kept as a draft or thrown away, as the person decides. */
export function CancelLink({ form, isNew }: { form: DraftForm<PostValues>; isNew: boolean }) {
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  const { reportError } = useNotices();
  const leave = (event: MouseEvent) => {
    if (!isNew || !form.isUnsaved()) return form.setAside();
    event.preventDefault();
    setAsks(true);
  };
  const keep = () => {
    form.setAside();
    void navigate(urls.admin);
  };
  const throwAway = async () => {
    // Its images made it a post before it was saved.
    const { id } = form.latest().values;
    setAsks(false);
    const release = await holdDrafts();
    try {
      if (id !== null) await adminApi.removePost(id);
      form.reset(emptyPost);
      void navigate(urls.admin);
    } catch (error) {
      reportError(error);
    } finally {
      release();
    }
  };
  return (
    <>
      <Link to={urls.admin} onClick={leave}>
        Cancel
      </Link>
      {asks && (
        <Dialog title="Keep this post as a draft?" onClose={() => setAsks(false)}>
          <p>It was never saved. A draft is offered at the top of the admin area, to you alone.</p>
          {form.values.id !== null && (
            <p>Its images are in an inactive post; throwing it away deletes that post with its images.</p>
          )}
          <p className="actions">
            <button type="button" onClick={() => setAsks(false)}>
              Back to the post
            </button>
            <button type="button" className="danger" onClick={() => void throwAway()}>
              Throw away
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
