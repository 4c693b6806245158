import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Problem } from '../../../contract/errors.ts';
import { emptyText, fieldNames, type PostText, postFields, textOf } from '../../../contract/post-fields.ts';
import type { Post } from '../../../contract/posts.ts';
import type { DraftState } from '../../../contract/writing.ts';
import {
  imagesNotUploaded,
  otherVersionOpened,
  postCreatedForImages,
  postDeletedMeanwhile,
  saved as savedMessage,
  savedWithLaterChanges,
  textNotLost,
} from '../../../messages/owner.ts';
import { plainLines } from '../controls/plain-lines.ts';
import { adminApi, type PostInput, type PostInputChange } from '../data/admin-api.ts';
import { isSignedOut } from '../data/guarded.ts';
import { pauseDraftSender } from '../drafts/sender.ts';
import { removeSavedDrafts } from '../drafts/server-drafts.ts';
import type { DraftForm } from '../drafts/use-draft.ts';
import { errorMessage, useNotices } from '../frame/notices.tsx';
import { useCreation } from './creation.ts';
import type { ImageUploads } from './image-uploads.ts';

/** The values of the form, and the version of the post they are based on. A new post has no id. */
export type PostValues = PostInput & { id: number | null; version: number; post_title_web: string };

export const emptyPost: PostValues = {
  id: null,
  version: 0,
  ...emptyText,
  post_title_web: '',
  active: false,
  scheduled_date: null,
};

export const valuesOf = (post: Post): PostValues => ({
  id: post.id,
  version: post.version,
  ...textOf(post),
  post_title_web: post.post_title_web,
  active: post.active === 1,
  scheduled_date: post.scheduled_date,
});

export const nameOf = ({ post_title }: Pick<PostValues, 'post_title'>): string =>
  post_title ? `the post "${post_title}"` : 'a post without a title';

/** Each text field as plain text, with its label. */
export const labeledText = (text: PostText) =>
  fieldNames.map((name) => {
    const { label, format } = postFields[name];
    return { label, text: format === 'html' ? plainLines(text[name]) : text[name] };
  });

const inputOf = (values: PostValues): PostInput => ({
  ...textOf(values),
  active: values.active,
  scheduled_date: values.scheduled_date,
});

/** A web title is sent only if it was chosen by hand; otherwise it follows the title. */
const changeOf = (values: PostValues, post: Post | null): PostInputChange => {
  const { post_title_web } = values;
  const chosen = post_title_web !== '' && post_title_web !== post?.post_title_web;
  return { ...inputOf(values), ...(chosen && { post_title_web }) };
};

export const sameText = (a: PostValues, b: PostValues): boolean =>
  JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b));

/** The version of a post that was just created. */
const firstVersion = 1;

const isCode = (error: unknown, code: Problem['code']): boolean =>
  error instanceof Problem && error.code === code;

/** Saves the form, one request at a time. The text stays in the form whatever the response is. */
export function useSaving(post: Post | null, form: DraftForm<PostValues>, uploads: ImageUploads) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Post | null>(null);
  const running = useRef(false);
  const navigate = useNavigate();
  const { notify, reportError } = useNotices();
  const creation = useCreation();

  /** Sends the latest text, and deletes the drafts of what was sent. */
  const send = async (version: number | undefined): Promise<void> => {
    const created = (await creation.current())?.post;
    const { sequence, values } = form.latest();
    const sources = form.sources();
    const id = values.id ?? created?.id ?? null;
    const saved =
      id === null
        ? await create(sources)
        : await update(
            id,
            values,
            version ?? (values.id === null ? created?.version : values.version) ?? 0,
            sources,
          );
    removeSavedDrafts(sources);
    if (form.saved(sequence, valuesOf(saved))) return notify(savedMessage);
    // Later changes are based on the saved post.
    form.change({ id: saved.id, version: saved.version });
    form.setAside();
    notify(savedWithLaterChanges);
  };

  const create = async (sources: DraftState[]): Promise<Post> => {
    const { values, creationId } = form.latest();
    const { post: created, isRepeated } = await creation.create(inputOf(values), sources, creationId);
    if (!isRepeated) return created;
    // The text may have changed since the first request. Changes of others since then are a conflict.
    return update(created.id, values, firstVersion, sources);
  };

  const update = async (
    id: number,
    values: PostValues,
    version: number,
    sources: DraftState[],
  ): Promise<Post> => {
    try {
      return await adminApi.savePost(id, changeOf(values, post), version, sources);
    } catch (error) {
      if (!isCode(error, 'conflict')) throw error;
      const current = await adminApi.post(id);
      // The post itself is unchanged: the conflict is about a web title that another post has.
      if (current.version === version) throw error;
      // Only something else changed, such as the category: no text would be overwritten.
      const isTextUnchanged = post && version === post.version && sameText(valuesOf(current), valuesOf(post));
      if (isTextUnchanged) return adminApi.savePost(id, changeOf(values, post), current.version, sources);
      throw new Conflict(current);
    }
  };

  const save = async (version?: number) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    setTheirs(null);
    const resume = await pauseDraftSender();
    try {
      const failed = await uploads.settled();
      if (failed > 0) return setError(imagesNotUploaded(failed));
      await send(version);
      await navigate(post ? '../..' : '..', { relative: 'path' });
    } catch (error) {
      showError(error);
    } finally {
      resume();
      running.current = false;
      setBusy(false);
    }
  };

  const showError = (error: unknown) => {
    if (error instanceof Conflict) return setTheirs(error.theirs);
    if (isSignedOut(error)) return reportError(error);
    if (form.latest().values.id !== null && isCode(error, 'not_found')) {
      creation.reset();
      form.created.forget();
      form.change({ id: null, version: 0 });
      return setError(postDeletedMeanwhile);
    }
    setError(textNotLost(errorMessage(error)));
  };

  return {
    busy,
    error,
    theirs,
    save: () => save(),
    closeConflict: () => setTheirs(null),
    keepMine: () => save(theirs?.version),
    takeTheirs: () => {
      if (!theirs) return;
      form.change({ version: theirs.version });
      form.begin(valuesOf(theirs));
      setTheirs(null);
      notify(otherVersionOpened);
    },
    /** The id of the post. A new post is created first, because an image must belong to a post. */
    postId: async (): Promise<number> => {
      const { values, creationId } = form.latest();
      if (values.id !== null) return values.id;
      const isFirst = creation.current() === null;
      const text = { ...inputOf(values), active: false, scheduled_date: null };
      const { post: created, isRepeated } = await creation.create(text, form.sources(), creationId);
      const { id } = created;
      const version = isRepeated ? firstVersion : created.version;
      if (!isFirst) return id;
      form.change({ id, version });
      notify(postCreatedForImages);
      return id;
    },
  };
}

/** The post was changed elsewhere; `theirs` is its current version. */
class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly theirs: Post;

  constructor(theirs: Post) {
    super('The post was changed elsewhere.');
    this.theirs = theirs;
  }
}
