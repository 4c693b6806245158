import { lazy, Suspense, useId, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { titleMax } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/posts.ts';
import { urls } from '../../../contract/urls.ts';
import { useSite } from '../../site/site-context.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { FormError } from '../controls/form-error.tsx';
import { TextField } from '../controls/text-field.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { RestoredBanner } from '../drafts/restored-banner.tsx';
import { deleteDrafts } from '../drafts/sender.ts';
import { loadServerDrafts } from '../drafts/server-drafts.ts';
import { openUnsaved, useClaim } from '../drafts/unsaved.ts';
import { draftParameter, type OpenedDraft, useDraft } from '../drafts/use-draft.ts';
import { useImagePicker } from '../images/image-picker.tsx';
import { useAskBeforeLeaving } from './ask-before-leaving.ts';
import { CancelLink } from './cancel-link.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Difference } from './difference-text.tsx';
import { findPosts } from './find-posts.ts';
import { useImageUploads } from './image-uploads.ts';
import { formOf, offerFor, openPostDraft, type PostOffer, pathOf } from './post-draft.ts';
import { emptyPost, nameOf, type PostValues, sameText, useSaving, valuesOf } from './post-saving.ts';
import { PreviewLinks } from './preview-links.tsx';
import { SaveState } from './save-state.tsx';
import { StatusField } from './status-field.tsx';
import { WebTitleField } from './web-title-field.tsx';
import './writing.css';

const Editor = lazy(() => import('../../editor/editor.tsx'));

export const loader = guarded(async ({ params, request }: LoaderFunctionArgs) => {
  const id = params.id === undefined ? null : Number(params.id);
  const [post, heads] = await Promise.all([
    id === null ? null : adminApi.post(id),
    loadServerDrafts(),
    openUnsaved(),
  ]);
  const draftId = new URL(request.url).searchParams.get(draftParameter);
  const draft = draftId ? await openPostDraft(draftId, id) : null;
  return { post, draft, offer: post && !draft ? await offerFor(post, heads) : null };
});

type Loaded = { post: Post | null; draft: OpenedDraft<PostValues> | null; offer: PostOffer | null };

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  return <PostForm key={useLocation().key} {...loaded} />;
}

function PostForm({ post, draft, offer: loadedOffer }: Loaded) {
  const saved = post ? valuesOf(post) : emptyPost;
  const form = useDraft(saved, {
    form: ({ id }) => formOf(id),
    name: nameOf,
    path: ({ id }) => pathOf(id),
    opened: { draft },
    onDelete: (drafts) => void deleteDrafts(drafts),
  });
  const { values, change } = form;
  const [isDismissed, setIsDismissed] = useState(false);
  const offer = isDismissed || form.isUnsaved() ? null : loadedOffer;
  useClaim(offer?.id);
  const uploads = useImageUploads();
  const { picker, pickImages } = useImagePicker();
  const saving = useSaving(post, form, uploads);
  useAskBeforeLeaving(form, uploads);
  const navigate = useNavigate();
  const { site_name } = useSite();
  const contentId = useId();
  const heading = post ? 'Edit Post' : 'Add Post';

  return (
    <section className="post-form">
      <title>{`${heading} · ${site_name}`}</title>
      <h1>{heading}</h1>
      <RestoredBanner
        date={form.restored}
        resetLabel={post ? 'Use the saved post' : 'Start over'}
        onReset={() => form.reset(saved)}
      />
      {offer && (
        <p className="banner offer" role="status">
          <span>
            There is an unsaved draft of {offer.name} from <FormattedDate date={offer.at} style="full" />.
          </span>
          <button
            type="button"
            onClick={() => void navigate(`?${draftParameter}=${offer.id}`, { replace: true })}
          >
            Restore
          </button>
          <button
            type="button"
            className="quiet"
            onClick={() => {
              setIsDismissed(true);
              void deleteDrafts([{ id: offer.id }]);
            }}
          >
            Discard
          </button>
        </p>
      )}
      {offer && (
        <details>
          <summary>Differences from the saved post</summary>
          <Difference before={saved} after={offer.values} />
        </details>
      )}
      <form
        aria-busy={saving.busy}
        onSubmit={(event) => {
          event.preventDefault();
          void saving.save();
        }}
      >
        <TextField
          label="Post Title"
          maxLength={titleMax}
          value={values.post_title}
          onChange={(post_title) => change({ post_title })}
        />
        {post && (
          <WebTitleField
            value={values.post_title_web}
            onChange={(post_title_web) => change({ post_title_web })}
          />
        )}
        <div className="field">
          <span className="label" id={contentId}>
            Post Content
          </span>
          <Suspense fallback={<p className="soft">Loading the editor …</p>}>
            <Editor
              key={form.edition}
              labelledBy={contentId}
              value={values.post_content}
              placeholder="Type here...this will work"
              onChange={(post_content: string) => change({ post_content })}
              postId={values.id}
              upload={uploads.uploader(saving.postId)}
              findPosts={findPosts}
              pickImages={pickImages}
            />
          </Suspense>
        </div>
        <StatusField value={values} onChange={change} />
        <p className="actions">
          <button type="submit" className="primary" aria-disabled={saving.busy}>
            Save
          </button>
          <CancelLink form={form} isNew={post === null} />
          <SaveState form={form} isBusy={saving.busy} />
        </p>
        <FormError message={saving.error} />
      </form>
      {post && <PreviewLinks post={post} changed={!sameText(values, saved)} />}
      {post && (
        <p className="actions">
          <Link className="button" to={urls.postRevisions(post.id)}>
            Earlier versions
          </Link>
        </p>
      )}
      {picker}
      {saving.theirs && (
        <ConflictDialog
          mine={values}
          loaded={saving.loaded}
          theirs={saving.theirs}
          onMerge={saving.saveMerged}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.closeConflict}
        />
      )}
    </section>
  );
}
