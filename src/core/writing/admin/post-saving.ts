import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isSignedOut } from '../../../platform/admin/data/guarded.ts';
import { pauseDraftSender } from '../../../platform/admin/drafts/sender.ts';
import type { DraftForm } from '../../../platform/admin/drafts/use-draft.ts';
import { errorMessage, useNotices } from '../../../platform/admin/frame/notices.tsx';
import { Problem } from '../../../platform/http/problem.ts';
import { urls } from '../../../platform/http/urls.ts';
import { saved as savedMessage } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { Image } from '../../images/api/images.ts';
import type { PostKind } from '../../posts/api/post-kinds.ts';
import type { Post } from '../../posts/api/posts.ts';
import type { DraftState } from '../../posts/api/writing.ts';
import type { PublicSite } from '../../site/api/site.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { useAskAboutShares } from './ask-about-shares.ts';
import { useCreation } from './creation.ts';
import type { ImageUploads } from './image-uploads.ts';
import {
  imagesNotUploaded,
  nothingToSave,
  otherVersionOpened,
  postDeletedMeanwhile,
  savedWithLaterChanges,
  textNotLost,
} from './messages.ts';
import { nameNewTags } from './new-tags.ts';
import { postCalls } from './post-calls.ts';
import { emptyOf, inputOf, isSame, overwrites, type PostValues, valuesOf } from './post-values.ts';
import { removeSavedDrafts } from './server-drafts.ts';

/** What was shared shows title, link and main image. */
function changeOfShares(before: Post, saved: Post): 'update' | 'delete' | null {
  if (before.active !== 1) return null;
  if (saved.active !== 1) return 'delete';
  const shown = ({ post_title, post_title_web, img_name }: Post) => [post_title, post_title_web, img_name];
  return isSame(shown(before), shown(saved)) ? null : 'update';
}

/** The version of a post that was just created. */
const firstVersion = 1;

const isCode = (error: unknown, code: Problem['code']): boolean =>
  error instanceof Problem && error.code === code;

type Mode = 'stay' | 'leave';
type Outcome = 'saved' | 'conflict' | 'failed';

/** What a feature says about a post that was just published; null: nothing. */
export type PublicationNotice = (post: Post, site: PublicSite) => Promise<string | null>;

/** Saves the form, one request at a time. The text stays in the form whatever the response is. */
export function useSaving(
  post: Post | null,
  form: DraftForm<PostValues>,
  uploads: ImageUploads,
  publicationNotices: readonly PublicationNotice[],
) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Post | null>(null);
  /** The post, once it was saved by the author. */
  const [current, setCurrent] = useState(post);
  const running = useRef(false);
  /** What was asked for while a request was running. */
  const asked = useRef<Mode | null>(null);
  /** The post as it was last loaded or saved. */
  const base = useRef(post);
  const isPublication = useRef(false);
  const site = useSite();
  const navigate = useNavigate();
  const { notify, reportError } = useNotices();
  const creation = useCreation();
  const askAboutShares = useAskAboutShares();

  const { kind } = form.values;
  const savedValues = () => (base.current ? valuesOf(base.current) : emptyOf(kind));

  /** Sends the latest text, and deletes the drafts of what was sent. Returns whether nothing was typed meanwhile. */
  const send = async (version: number | undefined): Promise<boolean> => {
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
    void nameNewTags(saved);
    const change = base.current && changeOfShares(base.current, saved);
    // The dialog stays when the author leaves this screen.
    if (change) void askAboutShares(saved.id, change);
    isPublication.current = base.current?.active !== 1 && saved.active === 1;
    base.current = saved;
    setCurrent(saved);
    const now = valuesOf(saved);
    const later = form.latest().values;
    // What the server decides, unless the author has changed it since.
    const decided: Partial<PostValues> = { id: saved.id, version: saved.version };
    if (later.post_title_web === values.post_title_web) decided.post_title_web = now.post_title_web;
    if (later.post_date === values.post_date) decided.post_date = now.post_date;
    if (later.author_id === values.author_id) decided.author_id = now.author_id;
    if (later.send_mail === values.send_mail) decided.send_mail = now.send_mail;
    // Another post may have joined it: without this the next save would remove the link.
    if (later.translation_of === values.translation_of) decided.translation_of = now.translation_of;
    return form.saved(sequence, { ...values, ...decided }, decided);
  };

  const create = async (sources: DraftState[]): Promise<Post> => {
    const { values, creationId } = form.latest();
    const { post: created, isRepeated } = await creation.create(
      inputOf(values, emptyOf(kind)),
      sources,
      creationId,
    );
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
    const before = savedValues();
    try {
      return await postCalls.savePost({ id, ...inputOf(values, before), version, drafts: sources });
    } catch (error) {
      if (!isCode(error, 'conflict')) throw error;
      const current = await postCalls.post(id);
      // The post itself is unchanged: the conflict is about a web title that another post has.
      if (current.version === version) throw error;
      // Only something else changed, such as a tag: nothing would be overwritten.
      if (base.current && version === before.version && !overwrites(values, before, valuesOf(current)))
        return postCalls.savePost({
          id,
          ...inputOf(values, before),
          version: current.version,
          drafts: sources,
        });
      throw new Conflict(current);
    }
  };

  /** What follows from the save that published the post. */
  const publicationTexts = async (): Promise<string[]> => {
    const { current: published } = base;
    if (!isPublication.current || !published) return [];
    const texts = await Promise.all(publicationNotices.map((noticeOf) => noticeOf(published, site)));
    return texts.filter((text) => text !== null);
  };

  /** One request at a time. What is asked for meanwhile follows, with the text of that moment. */
  const save = async (mode: Mode, version?: number): Promise<Outcome> => {
    if (running.current) {
      if (asked.current !== 'leave') asked.current = mode;
      return 'failed';
    }
    running.current = true;
    asked.current = null;
    setBusy(true);
    setError(null);
    setTheirs(null);
    const resume = await pauseDraftSender();
    try {
      const failed = await uploads.finished();
      if (failed > 0) {
        setError(imagesNotUploaded(failed));
        return 'failed';
      }
      let isLatest = await send(version);
      let next: Mode | null = mode;
      while (next === 'stay') {
        if (post === null) showEditUrl(form.latest().values.id);
        next = asked.current;
        asked.current = null;
        if (next !== null && form.isUnsaved()) isLatest = await send(undefined);
      }
      if (next === null) return 'saved';
      if (!isLatest) form.setAside();
      const message = isLatest ? savedMessage : savedWithLaterChanges;
      notify([message, ...(await publicationTexts())].join(' '));
      await navigate(listOf(kind));
      return 'saved';
    } catch (error) {
      showError(error);
      return error instanceof Conflict ? 'conflict' : 'failed';
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
      form.created.clear();
      base.current = null;
      setCurrent(null);
      form.change({ id: null, version: 0 });
      return setError(postDeletedMeanwhile);
    }
    setError(textNotLost(errorMessage(error)));
  };

  return {
    busy,
    error,
    theirs,
    /** The post as it was last loaded or saved. */
    loaded: base.current,
    post: current,
    /** Saves and returns to the list. */
    save: () => save('leave'),
    /** Saves and stays in the form. */
    saveAndStay: () => {
      // The latest words may be what is unsaved.
      form.latest();
      if (!form.isUnsaved() && form.latest().values.id !== null) return notify(nothingToSave);
      void save('stay');
    },
    /** Saves with another status, and stays. Null if that failed. */
    publish: async (status: Pick<PostValues, 'active' | 'scheduled_date'>) => {
      const { active, scheduled_date } = form.latest().values;
      form.change(status);
      const outcome = await save('stay');
      // The next save must not publish what this one did not.
      if (outcome === 'failed') form.change({ active, scheduled_date });
      if (outcome !== 'saved' || !base.current) return null;
      const at = Date.now();
      return { post: base.current, texts: await publicationTexts(), at };
    },
    closeConflict: () => setTheirs(null),
    keepMine: () => {
      base.current = theirs;
      void save('leave', theirs?.version);
    },
    /** Saves the merged values as a new version on top of the other one. */
    saveMerged: (values: PostValues) => {
      base.current = theirs;
      form.rewrite(values);
      void save('leave', theirs?.version);
    },
    takeTheirs: () => {
      if (!theirs) return;
      base.current = theirs;
      setCurrent(theirs);
      form.change({ version: theirs.version });
      form.begin(valuesOf(theirs));
      setTheirs(null);
      notify(otherVersionOpened);
    },
    /** An uploaded image; the server makes the first one of a post its main image. */
    addImage: (image: Image) => {
      if (base.current) base.current = { ...base.current, images: [...base.current.images, image] };
      if (image.main_image === 1 && form.latest().values.main_image_id === null)
        form.change({ main_image_id: image.id, focal_x: image.focal_x, focal_y: image.focal_y });
    },
    /** The id of the post. A new post is created first, because an image must belong to a post. */
    postId: async (): Promise<number> => {
      const { values, creationId } = form.latest();
      if (values.id !== null) return values.id;
      const isFirst = creation.current() === null;
      const text = { ...inputOf(values, emptyOf(kind)), active: false, scheduled_date: null };
      const { post: created, isRepeated } = await creation.create(text, form.sources(), creationId);
      const { id } = created;
      const version = isRepeated ? firstVersion : created.version;
      if (!isFirst) return id;
      base.current = created;
      form.change({ id, version, author_id: form.latest().values.author_id ?? created.author_id });
      return id;
    },
  };
}

/** The screen with the list that a post or a page is in. */
export const listOf = (kind: PostKind): string => (kind === 'page' ? urls.pages : urls.admin);

/** Only the URL changes: the router would build the form anew, and lose focus, selection and undo history. */
function showEditUrl(id: number | null): void {
  if (id !== null) history.replaceState(history.state, '', urls.editPost(id));
}

/** The post was changed elsewhere; `theirs` is its current version. */
class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly theirs: Post;

  constructor(theirs: Post) {
    super(t('The post was changed elsewhere.'));
    this.theirs = theirs;
  }
}
