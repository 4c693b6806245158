import { lazy, Suspense, useId, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { titleMax } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/posts.ts';
import { urls } from '../../../contract/urls.ts';
import { useSite } from '../../site/site-context.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { dropDrafts } from '../drafts/sender.ts';
import { loadServerDrafts, useServerDrafts } from '../drafts/server-drafts.ts';
import { openUnsaved, useClaim } from '../drafts/unsaved.ts';
import { draftParameter, type OpenedDraft, useDraft } from '../drafts/use-draft.ts';
import { useAskBeforeLeaving } from './ask-before-leaving.ts';
import { CancelLink } from './cancel-link.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Difference } from './difference-text.tsx';
import { useImageUploads } from './image-uploads.ts';
import { formOf, offerFor, openPostDraft, type PostOffer, pathOf } from './post-draft.ts';
import { emptyPost, nameOf, type PostValues, sameText, useSaving, valuesOf, words } from './post-saving.ts';
import { PreviewLinks } from './preview-links.tsx';
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
  const wanted = new URL(request.url).searchParams.get(draftParameter);
  const draft = wanted ? await openPostDraft(wanted, id) : null;
  return { post, draft, offer: post && !draft ? await offerFor(post, heads) : null };
});

type Loaded = { post: Post | null; draft: OpenedDraft<PostValues> | null; offer: PostOffer | null };

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  return <PostForm key={useLocation().key} {...loaded} />;
}

function PostForm({ post, draft, offer: offered }: Loaded) {
  const saved = post ? valuesOf(post) : emptyPost;
  const form = useDraft(saved, {
    form: ({ id }) => formOf(id),
    name: nameOf,
    path: ({ id }) => pathOf(id),
    opened: { draft },
    onForget: (drafts) => void dropDrafts(drafts),
  });
  const { values, change } = form;
  const [answered, setAnswered] = useState(false);
  const offer = answered || form.isUnsaved() ? null : offered;
  useClaim(offer?.id);
  const uploads = useImageUploads();
  const saving = useSaving(post, form, uploads);
  const keptAt = useServerDrafts().find(({ id }) => id === form.id)?.date;
  useAskBeforeLeaving(form, uploads);
  const navigate = useNavigate();
  const { site_name } = useSite();
  const ids = { title: useId(), content: useId() };
  const heading = post ? 'Edit Post' : 'Add Post';

  return (
    <section className="post-form">
      <title>{`${heading} · ${site_name}`}</title>
      <h1>{heading}</h1>
      {form.restored && (
        <p className="banner offer" role="status">
          <span>
            This is what you typed <FormattedDate date={form.restored} style="full" />. It is not saved yet.
          </span>
          <button type="button" onClick={() => form.reset(saved)}>
            {post ? 'Use the saved post' : 'Start afresh'}
          </button>
        </p>
      )}
      {offer && (
        <p className="banner offer" role="status">
          <span>
            There is an unsaved draft of {offer.name}, typed <FormattedDate date={offer.at} style="full" />.
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
              setAnswered(true);
              void dropDrafts([{ id: offer.id }]);
            }}
          >
            Discard
          </button>
        </p>
      )}
      {offer && (
        <details>
          <summary>What differs from the saved post</summary>
          <Difference before={words(saved)} after={words(offer.values)} />
        </details>
      )}
      <form
        aria-busy={saving.busy}
        onSubmit={(event) => {
          event.preventDefault();
          void saving.save();
        }}
      >
        <div className="field">
          <label htmlFor={ids.title}>Post Title</label>
          <input
            id={ids.title}
            type="text"
            maxLength={titleMax}
            value={values.post_title}
            onChange={(event) => change({ post_title: event.target.value })}
          />
        </div>
        {post && (
          <WebTitleField
            value={values.post_title_web}
            onChange={(post_title_web) => change({ post_title_web })}
          />
        )}
        <div className="field">
          <span className="label" id={ids.content}>
            Post Content
          </span>
          <Suspense fallback={<p className="soft">Opening the editor …</p>}>
            <Editor
              key={form.edition}
              labelledBy={ids.content}
              value={values.post_content}
              placeholder="Type here...this will work"
              onChange={(post_content: string) => change({ post_content })}
              postId={values.id}
              upload={uploads.uploader(saving.postId)}
            />
          </Suspense>
        </div>
        <StatusField value={values} onChange={change} />
        <p className="actions">
          <button type="submit" className="primary" aria-disabled={saving.busy}>
            Save
          </button>
          <CancelLink form={form} isNew={post === null} />
          <span role="status">{saving.busy && 'Saving …'}</span>
          {keptAt && (
            <span className="soft">
              Draft kept <FormattedDate date={keptAt} style="full" />
            </span>
          )}
        </p>
        <FormError message={saving.problem} />
      </form>
      {post && <PreviewLinks post={post} changed={!sameText(values, saved)} />}
      {post && (
        <p className="actions">
          <Link className="button" to={urls.postRevisions(post.id)}>
            Earlier versions
          </Link>
        </p>
      )}
      {saving.theirs && (
        <ConflictDialog
          mine={values}
          theirs={saving.theirs}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.closeConflict}
        />
      )}
    </section>
  );
}
