import { type ComponentType, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import type { EditorActions } from '../../../content/editor/editor.tsx';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAskBeforeLeaving } from '../../../platform/admin/drafts/ask-before-leaving.ts';
import { deleteDrafts } from '../../../platform/admin/drafts/sender.ts';
import { useClaim } from '../../../platform/admin/drafts/unsaved.ts';
import { useDiscard } from '../../../platform/admin/drafts/use-discard.ts';
import { draftParameter, type OpenedDraft, useDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { textDirection } from '../../../platform/web/language-names.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import { openDrafts } from '../../accounts/admin/open-drafts.ts';
import type { Image } from '../../images/api/images.ts';
import type { PostKind } from '../../posts/api/post-kinds.ts';
import type { Post } from '../../posts/api/posts.ts';
import type { Category } from '../../posts/terms/api/categories.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';
import { writingCalls } from './calls.ts';
import { CancelLink } from './cancel-link.tsx';
import { CutText } from './cut-text.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { offerFor, openPostDraft, type PostOffer } from './draft-offers.ts';
import { findPosts } from './find-posts.ts';
import { useImageUploads } from './image-uploads.ts';
import { useImagePicker } from './images/image-picker.tsx';
import { storeCut } from './kept-cuts.ts';
import type { LookProps } from './look.tsx';
import { postDuplicated } from './messages.ts';
import { postCalls } from './post-calls.ts';
import { formOf, pathOf } from './post-draft.ts';
import { PostLinks } from './post-links.tsx';
import { type PublicationNotice, useSaving } from './post-saving.ts';
import { emptyOf, nameOf, type PostValues, sameText, valuesOf } from './post-values.ts';
import { PreviewLinks } from './preview-links.tsx';
import { type Verb, verbs } from './publish-verbs.ts';
import { RemarksPanel, useRemarks } from './remarks-panel.tsx';
import { useSaveShortcut } from './save-shortcut.ts';
import { SaveState } from './save-state.tsx';
import { loadServerDrafts } from './server-drafts.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { useFading, useSide, useTextFocus } from './sheet.ts';
import { SnippetList, useSnippets } from './snippets.tsx';
import { TitleField } from './title-field.tsx';
import { openTypedPreview, TypedPreview } from './typed-preview.tsx';
import { completeField, hasRefusedText } from './unconfirmed.ts';
import './writing.css';
import './settings-panel.css';

const loadEditor = () => import('../../../content/editor/editor.tsx');
const Editor = lazy(loadEditor);
const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}));
const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }));

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
  /** How the post looks where the feature sends it, in the step before its publication. */
  Look?: ComponentType<LookProps>;
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
  const snippets = useSnippets();
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
  const screen = useRef<HTMLElement>(null);
  useFading(screen);
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
  const uploadImage = async (file: File) => {
    const image = await uploads.upload(saving.postId, file);
    addImage(image);
    return image;
  };
  const remarks = useRemarks(post?.id ?? null, () => form.latest().values.post_content);
  const keepCut = (state: { id: string; sequence: number }, html: string, place: string) => {
    const { values: latest, creationId } = form.latest();
    storeCut(state, { post_id: latest.id, creation_id: creationId, html, place }, pathOf(latest));
  };
  const actions = useRef<EditorActions>(null);
  const [isDescribing, setIsDescribing] = useState(false);
  const [isPublishing, setIsPublishing] = useState<Verb | null>(null);
  const verb = verbOf(post, values);
  const isComplete = () => {
    completeField();
    return element.current?.reportValidity() ?? false;
  };
  const askToPublish = () => {
    if (!isComplete()) return;
    // The dialog shows the latest words.
    form.latest();
    setIsPublishing(verb);
  };
  const fields = parts.map(
    ({ name, Field }) =>
      Field && (
        <Field key={name} values={values} post={post} latest={() => form.latest().values} change={change} />
      ),
  );
  const words = wordsOf(kind);
  const heading = post ? words.edit : words.add;
  const language = values.language ? { lang: values.language, dir: textDirection(values.language) } : {};

  return (
    <section ref={screen} className="post-form">
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
          <h1 className="visually-hidden">{heading}</h1>
          <CancelLink form={form} isNew={post === null}>
            <BarIcon path="M16 10H4M9 5l-5 5 5 5" />
            <span>{kind === 'page' ? t('Pages') : t('All Posts')}</span>
          </CancelLink>
          <SaveState form={form} isBusy={saving.busy} state={stateOf(post)} />
          <button
            type="button"
            className="quiet"
            aria-pressed={side.isWide ? side.shown === 'preview' : undefined}
            onClick={() => (side.isWide ? side.toggle('preview') : openTypedPreview(form.latest().values))}
          >
            <BarIcon path="M2 10s3-5.500 8-5.500S18 10 18 10s-3 5.500-8 5.500S2 10 2 10zM10 12.300a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600z" />
            <span>{t('Preview')}</span>
          </button>
          <button
            ref={side.opener}
            type="button"
            className="quiet"
            aria-expanded={side.shown === 'settings'}
            aria-controls={panelId}
            data-count={remarks.open || undefined}
            onClick={() => side.toggle('settings')}
          >
            <BarIcon path="M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4" />
            <span>{remarks.open > 0 ? t('Settings ({open})', { open: remarks.open }) : t('Settings')}</span>
          </button>
          <a
            className="button quiet"
            data-help
            href={`${urls.admin}/handbook/writing`}
            target="_blank"
            rel="noreferrer"
          >
            <BarIcon path="M7.500 7.500a2.500 2.500 0 1 1 3.500 2.300c-.7.300-1 .8-1 1.700M10 14.500v.1M17.500 10a7.500 7.500 0 1 1-15 0 7.500 7.500 0 0 1 15 0z" />
            <span>{t('Help')}</span>
          </a>
          <CancelLink form={form} isNew={post === null}>
            {t('Cancel')}
          </CancelLink>
          <button type="submit" aria-disabled={saving.busy}>
            {t('Save')}
          </button>
          <button type="button" className="primary" aria-haspopup="dialog" onClick={askToPublish}>
            {verbs[verb]}
          </button>
        </div>
        <div className={`writing ${side.shown ? `with-${side.shown}` : ''}`}>
          <div className="sheet" inert={side.isDrawer}>
            <FormError message={saving.error} />
            {form.restored && (
              <p className="draft-line" role="status">
                <span>
                  {rich('These are your unsaved changes from {date}.', {
                    date: <FormattedDate date={form.restored} style="full" />,
                  })}
                </span>
                <button type="button" onClick={() => void startOver()}>
                  {post
                    ? kind === 'page'
                      ? t('Use the saved page')
                      : t('Use the saved post')
                    : t('Start over')}
                </button>
              </p>
            )}
            {offer && <DraftOffer offer={offer} saved={saved} onDismiss={() => setIsDismissed(true)} />}
            <div className="sheet-title" {...language}>
              <TitleField
                label={words.title}
                value={values.post_title}
                onChange={(post_title) => change({ post_title })}
                onLeave={text.focus}
                isFirst={loadedPost === null}
              />
            </div>
            <span className="visually-hidden" id={contentId}>
              {words.content}
            </span>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: only an arrow key that leaves the text */}
            <div className="sheet-text" {...language} onKeyDown={text.onKeyDown}>
              <Suspense fallback={<p className="editor-loading soft">{t('Loading the editor …')}</p>}>
                <Editor
                  key={form.edition}
                  id={editorId}
                  labelledBy={contentId}
                  value={values.post_content}
                  placeholder={t('Type here...this will work')}
                  onChange={(post_content: string) => form.changeTyped({ post_content })}
                  postId={values.id}
                  upload={uploads.uploader(saving.postId, addImage)}
                  uploadRecording={uploads.recordingUploader}
                  findPosts={findPosts}
                  pickImages={pickImages}
                  snippets={snippets}
                  actions={actions}
                  cuts={{
                    onCut: ({ html, place, ...state }) => keepCut(state, html, place),
                    onBack: (state) => keepCut(state, '', ''),
                  }}
                  marked={remarks.marked}
                  isDescribing={isDescribing}
                  onDescribing={setIsDescribing}
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
              upload={uploadImage}
              onClose={side.hide}
              opener={side.opener}
              top={
                <RemarksPanel
                  {...remarks}
                  content={values.post_content}
                  editor={actions}
                  onShow={() => side.isDrawer && flushSync(side.hide)}
                />
              }
            >
              {fields}
              <p className="actions">
                <button type="button" onClick={() => openTypedPreview(form.latest().values)}>
                  {t('Open what I typed in a new tab')}
                </button>
              </p>
              {post && <PreviewLinks post={post} changed={!sameText(values, saved)} />}
              {post && parts.map(({ name, Panel }) => Panel && <Panel key={name} post={post} />)}
              <CutText
                of={{
                  postId: values.id,
                  creationId: form.creationId(),
                  path: pathOf(values),
                  editor: actions,
                }}
              />
              <PostLinks
                latest={() => form.latest().values}
                insertLink={(link) => actions.current?.insertLink(link)}
              />
              <SnippetList />
              {post && <MoreActions post={post} />}
            </SettingsPanel>
          )}
          {side.shown === 'preview' && <TypedPreview values={values} />}
        </div>
        {isPublishing && (
          <Suspense>
            <PublishDialog
              verb={isPublishing}
              values={values}
              categories={categories}
              images={images}
              change={change}
              upload={uploadImage}
              isBusy={saving.busy}
              isComplete={isComplete}
              save={saving.publish}
              isFormOpen={() => screen.current !== null}
              looks={parts.flatMap(({ Look }) => Look ?? [])}
              onDescribe={() => setIsDescribing(true)}
              onClose={() => setIsPublishing(null)}
            >
              {fields}
            </PublishDialog>
          </Suspense>
        )}
      </form>
      {picker}
      {saving.theirs && (
        <Suspense>
          <ConflictDialog
            mine={values}
            loaded={saving.loaded}
            theirs={saving.theirs}
            onMerge={saving.saveMerged}
            onKeepMine={saving.keepMine}
            onTakeTheirs={saving.takeTheirs}
            onClose={saving.closeConflict}
          />
        </Suspense>
      )}
    </section>
  );
}

const BarIcon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** What the primary button does with the post. */
const verbOf = (post: Post | null, { active, scheduled_date }: PostValues): Verb => {
  if (scheduled_date !== null) return 'Schedule';
  return post?.active === 1 && active ? 'Update' : 'Publish';
};

const wordsOf = (kind: PostKind) =>
  kind === 'page'
    ? { add: t('Add Page'), edit: t('Edit Page'), title: t('Page Title'), content: t('Page Content') }
    : { add: t('Add Post'), edit: t('Edit Post'), title: t('Post Title'), content: t('Post Content') };

const stateOf = (post: Post | null): string => {
  if (post?.active === 1) return t('Published');
  return post?.scheduled_date ? t('Scheduled') : t('Draft');
};

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
        {t('Earlier versions')}
      </Link>
      <button type="button" onClick={duplicateOnce}>
        {t('Duplicate')}
      </button>
    </p>
  );
}

function Mounted({ onMount }: { onMount(): void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor beside it is there
  useEffect(onMount, []);
  return null;
}
