import { lazy, Suspense, useId } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { titleMax } from '../../contract/limits.ts';
import type { Post } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { useSite } from '../site/use-site.ts';
import { ShownDate } from '../ui/shown-date.tsx';
import { adminApi } from './admin-api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { guarded } from './guarded.ts';
import { emptyPost, nameOf, useSaving, valuesOf } from './post-saving.ts';
import { useTyped } from './typed.ts';
import { uploadImage } from './upload-image.ts';
import { WebTitleField } from './writing/web-title-field.tsx';

const Editor = lazy(() => import('../editor/editor.tsx'));

export const loader = guarded(async ({ params }: LoaderFunctionArgs) =>
  params.id === undefined ? null : adminApi.post(Number(params.id)),
);

export function Component() {
  const post = useLoaderData<typeof loader>();
  return <PostForm key={useLocation().key} post={post} />;
}

function PostForm({ post }: { post: Post | null }) {
  const saved = post ? valuesOf(post) : emptyPost;
  const form = useTyped(`post:${post?.id ?? 'new'}`, saved, {
    name: nameOf,
    path: post ? urls.editPost(post.id) : urls.addPost,
  });
  const { values, change } = form;
  const saving = useSaving(post, form);
  const { site_name } = useSite();
  const ids = { title: useId(), content: useId(), status: useId() };
  const heading = post ? 'Edit Post' : 'Add Post';

  /** A picture needs a post to belong to: a new one is saved first, as inactive. */
  const upload = async (file: File, onProgress: (fraction: number) => void, signal: AbortSignal) => {
    const postId = values.id ?? (await saving.createFirst());
    const image = await uploadImage(postId, file, onProgress, signal);
    return { src: image.file_path, alt: image.alt, width: image.width, height: image.height };
  };

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
              upload={upload}
            />
          </Suspense>
        </div>
        <div className="field">
          <label htmlFor={ids.status}>Status</label>
          <select
            id={ids.status}
            value={String(values.active)}
            onChange={(event) => change({ active: event.target.value === 'true' })}
          >
            <option value="false">Inactive</option>
            <option value="true">Active</option>
          </select>
        </div>
        <p className="actions">
          <button type="submit" className="primary" aria-disabled={saving.busy}>
            Save
          </button>
          <Link to={urls.admin} onClick={form.setAside}>
            Cancel
          </Link>
          <span role="status">{saving.busy && 'Saving …'}</span>
        </p>
        {saving.problem && (
          <p className="error" role="alert">
            {saving.problem}
          </p>
        )}
      </form>
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
