import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Problem } from '../../contract/errors.ts';
import type { Post } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { adminApi, type PostText, type PostTextChange } from './admin-api.ts';
import { isSignedOut } from './guarded.ts';
import { useNotices, wordsOf } from './notices.tsx';
import { plainLines } from './plain-lines.ts';
import { type Form, keepBeside } from './typed.ts';
import { useCreation } from './writing/creation.ts';
import type { ImageUploads } from './writing/image-uploads.ts';

/** What is typed, and the version of the post that it began from. A post that is not saved yet has no id. */
export type PostValues = PostText & { id: number | null; version: number; post_title_web: string };

export const emptyPost: PostValues = {
  id: null,
  version: 0,
  post_title: '',
  post_title_web: '',
  post_content: '',
  active: false,
  scheduled_date: null,
};

export const valuesOf = (post: Post): PostValues => ({
  id: post.id,
  version: post.version,
  post_title: post.post_title,
  post_title_web: post.post_title_web,
  post_content: post.post_content,
  active: post.active === 1,
  scheduled_date: post.scheduled_date,
});

export const nameOf = ({ post_title }: PostValues): string =>
  post_title ? `the post "${post_title}"` : 'a post without a title';

/** Title and text without their form, to be compared. */
export const words = ({ post_title, post_content }: { post_title: string; post_content: string }): string =>
  `${post_title}\n${plainLines(post_content)}`;

const textOf = ({ post_title, post_content, active, scheduled_date }: PostValues): PostText => ({
  post_title,
  post_content,
  active,
  scheduled_date,
});

/** A web title goes along only when somebody chose it; another follows the title by itself. */
const changeOf = (values: PostValues, post: Post | null): PostTextChange => {
  const { post_title_web } = values;
  const chosen = post_title_web !== '' && post_title_web !== post?.post_title_web;
  return { ...textOf(values), ...(chosen && { post_title_web }) };
};

export const sameText = (a: PostValues, b: PostValues): boolean =>
  JSON.stringify(textOf(a)) === JSON.stringify(textOf(b));

const unsentImages = (count: number): string =>
  `${count === 1 ? 'An image' : `${count} images`} could not be uploaded. Try again or remove it below the text, then save.`;

const isCode = (error: unknown, code: Problem['code']): boolean =>
  error instanceof Problem && error.code === code;

/** Saves the form once at a time, and keeps the text whatever the answer is. */
export function useSaving(post: Post | null, form: Form<PostValues>, uploads: ImageUploads) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Post | null>(null);
  const running = useRef(false);
  const navigate = useNavigate();
  const { say, report } = useNotices();
  const { change } = form;
  const creation = useCreation(({ id, version }) => change({ id, version }));

  const send = async (version: number | undefined): Promise<void> => {
    await creation.running();
    const values = form.latest();
    const { id } = values;
    if (id === null) return void (await creation.create(textOf(values)));
    return update(id, values, version ?? values.version);
  };

  const update = async (id: number, values: PostValues, version: number): Promise<void> => {
    try {
      await adminApi.savePost(id, changeOf(values, post), version);
    } catch (error) {
      if (!isCode(error, 'conflict')) throw error;
      const now = await adminApi.post(id);
      // The post is as it was: it is the web title that another post has.
      if (now.version === version) throw error;
      // Only something beside the text changed, its category for one: nobody's words are at stake.
      const untouched = post && version === post.version && sameText(valuesOf(now), valuesOf(post));
      if (untouched) return void (await adminApi.savePost(id, changeOf(values, post), now.version));
      throw new Conflict(now);
    }
  };

  const save = async (version?: number) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    setTheirs(null);
    try {
      const failed = await uploads.settled();
      if (failed > 0) return setProblem(unsentImages(failed));
      await send(version);
      form.forget();
      say('Saved.');
      await navigate(post ? '../..' : '..', { relative: 'path' });
    } catch (error) {
      refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const refuse = (error: unknown) => {
    if (error instanceof Conflict) return setTheirs(error.theirs);
    if (isSignedOut(error)) return report(error);
    if (form.latest().id !== null && isCode(error, 'not_found')) {
      change({ id: null, version: 0 });
      return setProblem(
        'This post was deleted elsewhere. Your text is still here: Save makes it a new post.',
      );
    }
    setProblem(`${wordsOf(error)} Your text is still here.`);
  };

  return {
    busy,
    problem,
    theirs,
    save: () => save(),
    closeConflict: () => setTheirs(null),
    keepMine: () => save(theirs?.version),
    takeTheirs: () => {
      if (!theirs) return;
      const mine = { ...form.latest(), version: theirs.version };
      const path = post ? urls.editPost(post.id) : urls.addPost;
      form.reset(valuesOf(theirs));
      keepBeside(form.key, { name: nameOf(mine), path, at: new Date().toISOString(), values: mine });
      setTheirs(null);
      say('The other version is in the form now. Yours is offered at the top of the page.');
    },
    /** The id of the post, which is created first when it is new: an image needs a post to belong to. */
    postId: async (): Promise<number> => {
      const values = form.latest();
      if (values.id !== null) return values.id;
      const isFirst = creation.running() === null;
      const { id } = await creation.create({ ...textOf(values), active: false, scheduled_date: null });
      if (isFirst) say('The post was saved as inactive, so that its pictures have a place.');
      return id;
    },
  };
}

/** The post was changed by somebody else; this is what it is now. */
class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly theirs: Post;

  constructor(theirs: Post) {
    super('The post was changed elsewhere.');
    this.theirs = theirs;
  }
}
