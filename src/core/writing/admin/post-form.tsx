import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAskBeforeLeaving } from '../../../platform/admin/drafts/ask-before-leaving.ts';
import { RestoredBanner } from '../../../platform/admin/drafts/restored-banner.tsx';
import { deleteDrafts } from '../../../platform/admin/drafts/sender.ts';
import { useClaim } from '../../../platform/admin/drafts/unsaved.ts';
import { useDiscard } from '../../../platform/admin/drafts/use-discard.ts';
import { draftParameter, type OpenedDraft, useDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { postDuplicated } from '../../../platform/messages/owner.ts';
import { textDirection } from '../../../platform/web/language-names.ts';
import { readStorage, writeStorage } from '../../../platform/web/ui/storage.ts';
import { openDrafts } from '../../accounts/admin/open-drafts.ts';
import { useImagePicker } from '../../images/admin/image-picker.tsx';
import type { Image } from '../../images/api/images.ts';
import type { PostKind } from '../../posts/api/post-kinds.ts';
import type { Post } from '../../posts/api/posts.ts';
import type { Category } from '../../posts/terms/api/categories.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';
import { writingCalls } from './calls.ts';
import { CancelLink } from './cancel-link.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { findPosts } from './find-posts.ts';
import { useImageUploads } from './image-uploads.ts';
import { postCalls } from './post-calls.ts';
import { formOf, offerFor, openPostDraft, type PostOffer, pathOf } from './post-draft.ts';
import {
  emptyOf,
  nameOf,
  type PostValues,
  type PublicationNotice,
  sameText,
  useSaving,
  valuesOf,
} from './post-saving.ts';
import { PreviewLinks } from './preview-links.tsx';
import { useSaveShortcut } from './save-shortcut.ts';
import { SaveState } from './save-state.tsx';
import { loadServerDrafts } from './server-drafts.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { TitleField } from './title-field.tsx';
import { openTypedPreview, TypedPreview } from './typed-preview.tsx';
import { completeField, hasRefusedText } from './unconfirmed.ts';
import { useMedia } from './use-media.ts';
import './writing.css';
import './settings-panel.css';

const loadEditor = () => import('../../../content/editor/editor.tsx');
const Editor = lazy(loadEditor);

export const loader = guarded(async ({ params, request }: LoaderFunctionArgs) => {
  void loadEditor();
  const id = params.id === undefined ? null : Number(params.id);
  const [post, categories, heads] = await Promise.all([
    id === null ? null : postCalls.post(id),
    taxonomyCalls.categories(),
    loadServerDrafts(),
    openDrafts(),
  ]);
  const { pathname, searchParams } = new URL(request.url);
  const draftId = searchParams.get(draftParameter);
  const draft = draftId ? await openPostDraft(draftId, id) : null;
  const kind: PostKind = post?.kind ?? (pathname === urls.addPage ? 'page' : 'post');
  return { post, kind, categories, draft, offer: post && !draft ? await offerFor(post, heads) : null };
});

type Loaded = {
  post: Post | null;
  kind: PostKind;
  categories: Category[];
  draft: OpenedDraft<PostValues> | null;
  offer: PostOffer | null;
};

/** What a feature adds to the settings of a post. */
export type WritingPart = {
  /** Of the feature. */
  name: string;
  /** `post` is null before the first save, `latest` gives values that the editor may not have reported yet. */
  Field?: ComponentType<{
    values: PostValues;
    post: Post | null;
    latest(): PostValues;
    change(part: Partial<PostValues>): void;
  }>;
  /** What is known about a saved post. */
  Panel?: ComponentType<{ post: Post }>;
  publicationNotice?: PublicationNotice;
};

type Props = { parts: readonly WritingPart[] };

export function Component({ parts }: Props) {
  const loaded = useLoaderData<typeof loader>();
  return <PostForm key={useLocation().key} {...loaded} parts={parts} />;
}

function PostForm({
  post: loadedPost,
  kind: asked,
  categories,
  draft,
  offer: loadedOffer,
  parts,
}: Loaded & Props) {
  const form = useDraft(loadedPost ? valuesOf(loadedPost) : emptyOf(draft?.values.kind ?? asked), {
    form: formOf,
    name: nameOf,
    path: pathOf,
    opened: { draft },
    onDelete: (drafts) => void deleteDrafts(drafts),
  });
  const { values, change } = form;
  const [isDismissed, setIsDismissed] = useState(false);
  const uploads = useImageUploads();
  const { picker, pickImages } = useImagePicker();
  const notices = parts.flatMap(({ publicationNotice }) => publicationNotice ?? []);
  const saving = useSaving(loadedPost, form, uploads, notices);
  const { post } = saving;
  const { kind } = values;
  const saved = post ? valuesOf(post) : emptyOf(kind);
  const offer = isDismissed || form.isUnsaved() ? null : loadedOffer;
  useClaim(offer?.id);
  useAskBeforeLeaving(form, uploads);
  const element = useRef<HTMLFormElement>(null);
  useSaveShortcut(() => {
    completeField();
    if (element.current?.reportValidity()) saving.saveAndStay();
  });
  const [uploaded, setUploaded] = useState<Image[]>([]);
  const addImage = (image: Image) => {
    setUploaded((before) => [...before, image]);
    saving.addImage(image);
  };
  const own = post?.images ?? [];
  const images = [...own, ...uploaded.filter(({ id }) => own.every((image) => image.id !== id))];
  const side = useSide(() => !hasRefusedText(element.current));
  const navigate = useNavigate();
  const discard = useDiscard();
  const { site_name } = useSite();
  const [contentId, editorId, panelId] = [useId(), useId(), useId()];
  const text = useTextFocus(editorId);
  const startOver = async () => {
    const { values: before } = form.latest();
    const drafts = form.sources().map(({ id }) => id);
    const reopen = (id: string) => void navigate(`${pathOf(before)}?${draftParameter}=${id}`);
    if (await discard(nameOf(before), drafts, reopen))
      await navigate(pathOf(loadedPost ?? { id: null, kind }));
  };
  const noun = kind === 'page' ? 'Page' : 'Post';
  const heading = post ? `Edit ${noun}` : `Add ${noun}`;
  const language = values.language ? { lang: values.language, dir: textDirection(values.language) } : {};

  return (
    <section className="post-form">
      <title>{`${heading} · ${site_name}`}</title>
      <form
        ref={element}
        aria-busy={saving.busy}
        onSubmit={(event) => {
          event.preventDefault();
          completeField();
          void saving.save();
        }}
        // A field that the browser refuses must be visible, or nothing would seem to happen.
        onInvalidCapture={() => side.show('settings')}
      >
        <div className="writing-bar">
          <h1>{heading}</h1>
          <SaveState form={form} isBusy={saving.busy} />
          <button
            type="button"
            className="quiet"
            aria-pressed={side.isWide ? side.shown === 'preview' : undefined}
            onClick={() => (side.isWide ? side.toggle('preview') : openTypedPreview(form.latest().values))}
          >
            Preview
          </button>
          <button
            ref={side.opener}
            type="button"
            className="quiet"
            aria-expanded={side.shown === 'settings'}
            aria-controls={panelId}
            onClick={() => side.toggle('settings')}
          >
            Settings
          </button>
          <CancelLink form={form} isNew={post === null} />
          <button type="submit" className="primary" aria-disabled={saving.busy}>
            Save
          </button>
        </div>
        <div className={`writing ${side.shown ? `with-${side.shown}` : ''}`}>
          <div className="sheet" inert={side.isDrawer}>
            <FormError message={saving.error} />
            <RestoredBanner
              date={form.restored}
              resetLabel={post ? `Use the saved ${kind}` : 'Start over'}
              onReset={() => void startOver()}
            />
            {offer && <DraftOffer offer={offer} saved={saved} onDismiss={() => setIsDismissed(true)} />}
            <div className="sheet-title" {...language}>
              <TitleField
                label={`${noun} Title`}
                value={values.post_title}
                onChange={(post_title) => change({ post_title })}
                onLeave={text.focus}
                isFirst={loadedPost === null}
              />
            </div>
            <span className="visually-hidden" id={contentId}>
              {noun} Content
            </span>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: only an arrow key that leaves the text */}
            <div className="sheet-text" {...language} onKeyDown={text.onKeyDown}>
              <Suspense fallback={<p className="editor-loading soft">Loading the editor …</p>}>
                <Editor
                  key={form.edition}
                  id={editorId}
                  labelledBy={contentId}
                  value={values.post_content}
                  placeholder="Type here...this will work"
                  onChange={(post_content: string) => change({ post_content })}
                  postId={values.id}
                  upload={uploads.uploader(saving.postId, addImage)}
                  uploadRecording={uploads.recordingUploader}
                  findPosts={findPosts}
                  pickImages={pickImages}
                />
                <Mounted onMount={text.ready} />
              </Suspense>
            </div>
          </div>
          {side.shown === 'settings' && (
            <SettingsPanel
              id={panelId}
              isDrawer={side.isDrawer}
              values={values}
              isNew={post === null}
              categories={categories}
              images={images}
              change={change}
              upload={async (file) => {
                const image = await uploads.upload(saving.postId, file);
                addImage(image);
                return image;
              }}
              onClose={side.hide}
              opener={side.opener}
            >
              <button type="button" onClick={() => openTypedPreview(form.latest().values)}>
                Open what I typed in a new tab
              </button>
              {parts.map(
                ({ name, Field }) =>
                  Field && (
                    <Field
                      key={name}
                      values={values}
                      post={post}
                      latest={() => form.latest().values}
                      change={change}
                    />
                  ),
              )}
              {post && <PreviewLinks post={post} changed={!sameText(values, saved)} />}
              {post && parts.map(({ name, Panel }) => Panel && <Panel key={name} post={post} />)}
              {post && <MoreActions post={post} />}
            </SettingsPanel>
          )}
          {side.shown === 'preview' && <TypedPreview values={values} />}
        </div>
      </form>
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

function MoreActions({ post }: { post: Post }) {
  const navigate = useNavigate();
  const { notify, reportError } = useNotices();
  /** A double click makes one copy. */
  const running = useRef<Promise<void> | null>(null);
  const duplicate = async () => {
    const copy = await writingCalls.duplicatePost({ id: post.id });
    notify(postDuplicated(copy.post_title));
    await navigate(urls.editPost(copy.id));
  };
  const duplicateOnce = () => {
    running.current ??= duplicate()
      .catch(reportError)
      .finally(() => {
        running.current = null;
      });
  };
  return (
    <p className="actions">
      <Link className="button" to={urls.postRevisions(post.id)}>
        Earlier versions
      </Link>
      <button type="button" onClick={duplicateOnce}>
        Duplicate
      </button>
    </p>
  );
}

type Side = 'settings' | 'preview';
const panelKey = 'settings-panel';

/** What is beside the text. In a narrow window the settings are a drawer, and a preview opens a tab of its own. */
function useSide(canHideSettings: () => boolean) {
  const isWide = useMedia('(width >= 62rem)');
  const opener = useRef<HTMLButtonElement>(null);
  const [beside, setBeside] = useState<Side | null>(() =>
    readStorage('local', panelKey) === 'hidden' ? null : 'settings',
  );
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const shown = isWide ? beside : isDrawerOpen ? 'settings' : null;
  const set = (next: Side | null) => {
    if (shown === 'settings' && next !== 'settings' && !canHideSettings()) return;
    if (!isWide) return setIsDrawerOpen(next === 'settings');
    setBeside(next);
    if (next !== 'preview') writeStorage('local', panelKey, next ? null : 'hidden');
  };
  return {
    isWide,
    isDrawer: !isWide && isDrawerOpen,
    shown,
    opener,
    show: set,
    hide: () => set(null),
    toggle: (side: Side) => set(shown === side ? null : side),
  };
}

/** Moves the focus from the title to the text, also before the editor is loaded, and back. */
function useTextFocus(id: string) {
  const isWanted = useRef(false);
  const focus = () => {
    const text = document.getElementById(id);
    isWanted.current = text === null;
    text?.focus();
  };
  return {
    focus,
    ready: () => {
      if (isWanted.current) focus();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'ArrowUp' || event.shiftKey || event.defaultPrevented) return;
      const text = document.getElementById(id);
      if (!text || event.target !== text || !isCaretAtStart(text)) return;
      event.preventDefault();
      event.currentTarget.closest('form')?.querySelector('textarea')?.focus();
    },
  };
}

function isCaretAtStart(text: HTMLElement): boolean {
  const selection = getSelection();
  if (!selection?.isCollapsed || !selection.anchorNode) return false;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(selection.anchorNode, selection.anchorOffset);
  return before.toString() === '' && !before.cloneContents().querySelector('img, hr, figure, p + p');
}

function Mounted({ onMount }: { onMount(): void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor beside it is there
  useEffect(onMount, []);
  return null;
}
