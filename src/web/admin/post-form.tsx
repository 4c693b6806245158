import { lazy, Suspense, useId } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { titleMax } from '../../contract/limits.ts';
import type { Post } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import type { Draft } from '../../contract/writing.ts';
import { useSite } from '../site/site-context.ts';
import { ShownDate } from '../ui/shown-date.tsx';
import { adminApi } from './admin-api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { guarded } from './guarded.ts';
import { emptyPost, nameOf, sameText, useSaving, valuesOf, words } from './post-saving.ts';
import { useTyped } from './typed.ts';
import { useAskBeforeLeaving } from './writing/ask-before-leaving.ts';
import { typedOf, useAutosave } from './writing/autosave.ts';
import { Difference } from './writing/difference-text.tsx';
import { useImageUploads } from './writing/image-uploads.ts';
import { PreviewLinks } from './writing/preview-links.tsx';
import { StatusField } from './writing/status-field.tsx';
import { WebTitleField } from './writing/web-title-field.tsx';
import './writing/writing.css';
import { Refusal } from './refusal.tsx';

const Editor = lazy(() => import('../editor/editor.tsx'));

export const loader = guarded(async ({ params }: LoaderFunctionArgs) => {
  if (params.id === undefined) return { post: null, draft: null };
  const id = Number(params.id);
  const [post, draft] = await Promise.all([adminApi.post(id), adminApi.draft(id)]);
  return { post, draft };
});

export function Component() {
  const { post, draft } = useLoaderData<typeof loader>();
  return <PostForm key={useLocation().key} post={post} draft={draft} />;
}

function PostForm({ post, draft }: { post: Post | null; draft: Draft | null }) {
  const saved = post ? valuesOf(post) : emptyPost;
  const path = post ? urls.editPost(post.id) : urls.addPost;
  const form = useTyped(`post:${post?.id ?? 'new'}`, saved, {
    name: nameOf,
    path,
    offers: {
      elsewhere: draft && typedOf(draft, saved, path),
      onDrop: () => post && void adminApi.forgetDraft(post.id).catch(() => {}),
    },
  });
  const { values, change, offer } = form;
  const uploads = useImageUploads();
  const saving = useSaving(post, form, uploads);
  const autosave = useAutosave(post, values, saving.busy);
  useAskBeforeLeaving(form, uploads);
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
            This is what you typed <ShownDate date={form.restored} style="full" />. It is not saved yet.
          </span>
          <button type="button" onClick={() => form.reset(saved)}>
            {post ? 'Use the saved post' : 'Start afresh'}
          </button>
        </p>
      )}
      {offer && (
        <p className="banner offer" role="status">
          <span>
            There is an unsaved draft of {offer.name}, typed <ShownDate date={offer.at} style="full" />.
          </span>
          <button type="button" onClick={offer.take}>
            Restore
          </button>
          <button type="button" className="quiet" onClick={offer.drop}>
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
          void autosave.settle().then(saving.save);
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
          <Link to={urls.admin} onClick={form.setAside}>
            Cancel
          </Link>
          <span role="status">{saving.busy && 'Saving …'}</span>
          {autosave.keptAt && (
            <span className="soft">
              Draft kept <ShownDate date={autosave.keptAt} style="full" />
            </span>
          )}
        </p>
        <Refusal words={saving.problem} />
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
