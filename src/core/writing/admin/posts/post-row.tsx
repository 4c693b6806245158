import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { plural, t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import { startUploads, useUploadedImages, useUploadsOf } from '../../../images/admin/uploads.ts';
import type { AdminPost } from '../../../posts/api/posts.ts';
import type { Category } from '../../../posts/terms/api/categories.ts';
import { taxonomyCalls } from '../../../taxonomy/admin/calls.ts';
import { useAskAboutShares } from '../ask-about-shares.ts';
import { postCalls } from '../post-calls.ts';
import { categorySet, postActivated, postDeactivated, scheduleCanceled } from './messages.ts';
import { PostComments } from './post-comments.tsx';
import { PostTags } from './post-tags.tsx';
import { PostUploads, UploadPicker } from './post-uploads.tsx';
import { useOpenRow } from './use-open-row.ts';
import type { PostActions } from './use-posts.ts';

const PostImages = lazy(async () => ({ default: (await import('./post-images.tsx')).PostImages }));

/** What a feature adds to the rows of a post. */
export type PostRowPart = {
  /** Of the feature. */
  name: string;
  /** Around the list, for what is loaded once for all posts of it. */
  Provider?: ComponentType<{ ids: readonly number[]; children: ReactNode }>;
  /** Beside the buttons of the post; what it reports is shown instead of the `Result`s. */
  Action?: ComponentType<{ post: AdminPost; onResult: (result: ReactNode) => void }>;
  /** A figure in the row at rest, as text: the actions take its place under the pointer. */
  Figure?: ComponentType<{ post: AdminPost }>;
  /** At the end of the second row. */
  Tool?: ComponentType<{ post: AdminPost; title: string }>;
  /** Below the second row. */
  Result?: ComponentType<{ post: AdminPost }>;
};

type Props = { post: AdminPost; categories: Category[]; actions: PostActions };
type RowProps = Props & {
  onDelete: () => void;
  parts: readonly PostRowPart[];
  isSelected: boolean;
  onSelect: (isSelected: boolean, range: boolean) => void;
};

/**
 * Two rows of the table: the post, and below it its images, tags, uploads and comments. At rest only the first is visible, with figures
 * in place of the actions; what is hidden stays in the accessibility tree, and is shown when it gets the focus.
 */
export function PostRow({ post, categories, actions, onDelete, parts, isSelected, onSelect }: RowProps) {
  const [showsImages, setShowsImages] = useState(false);
  const [result, setResult] = useState<ReactNode>(null);
  const { isOpen, setOpen, keyboardHandlers, moreHandlers } = useOpenRow(
    useUploadsOf(post.id).length > 0 || result !== null,
  );
  const { isOver, dropHandlers } = useDrop((files) => upload(files));
  const title = titleOf(post);

  const toggle = () => {
    setOpen(!isOpen);
    setShowsImages(!isOpen);
    if (isOpen) setResult(null);
  };
  const upload = (files: Iterable<File>) => startUploads(post.id, files);
  useUploadedImages(post.id, (image) => {
    actions.edit(post.id, (current) =>
      current.images.some(({ id }) => id === image.id)
        ? current
        : { ...current, images: [...current.images, image] },
    );
    setOpen(true);
    setShowsImages(true);
  });

  return (
    <tbody
      className={[isOver && 'dropping', isSelected && 'selected', isOpen && 'open'].filter(Boolean).join(' ')}
      {...dropHandlers}
      {...keyboardHandlers}
    >
      <tr>
        <td className="post-id" data-label={t('Post Id')}>
          {post.id}
        </td>
        <th scope="row" className="post-title">
          <span className="titled">
            <State post={post} />
            <Link to={urls.post(post.post_title_web)} title={title}>
              {title}
            </Link>
          </span>
        </th>
        <td className="post-date">
          <FormattedDate date={post.post_date} style="medium" />
        </td>
        <td className="post-category">
          <CategorySelect post={post} categories={categories} actions={actions} />
        </td>
        <td className="post-actions">
          <span className="figures">
            <CommentFigure post={post} />
            {parts.map(({ name, Figure }) => Figure && <Figure key={name} post={post} />)}
          </span>
          <span className="row-actions">
            <StatusButton post={post} actions={actions} />
            <Link className="button quiet" to={urls.editPost(post.id)}>
              {t('edit')}
            </Link>
            {parts.map(
              ({ name, Action }) => Action && <Action key={name} post={post} onResult={setResult} />,
            )}
          </span>
        </td>
        <td className="post-delete">
          <button type="button" className="quiet danger row-action" onClick={onDelete}>
            {t('delete')}
          </button>
          <button
            type="button"
            className="quiet open-row"
            aria-expanded={isOpen}
            aria-label={t('More: {title}', { title })}
            title={t('Images, tags, comments')}
            onClick={toggle}
          >
            ⋯
          </button>
        </td>
      </tr>
      <tr className="under">
        <td colSpan={6}>
          <input
            type="checkbox"
            className="select-post"
            aria-label={t('Select {title}', { title })}
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
          <div className="more" {...moreHandlers}>
            <div className="tools">
              <button
                type="button"
                className="quiet"
                aria-expanded={showsImages}
                onClick={() => {
                  setOpen(true);
                  setShowsImages(!showsImages);
                }}
              >
                {showsImages ? t('Hide Images') : t('Show Images')}
              </button>
              <UploadPicker title={title} onFiles={upload} />
              <PostTags post={post} actions={actions} />
              {parts.map(({ name, Tool }) => Tool && <Tool key={name} post={post} title={title} />)}
            </div>
            {result ?? parts.map(({ name, Result }) => Result && <Result key={name} post={post} />)}
            <PostUploads postId={post.id} />
            <Suspense>{showsImages && <PostImages post={post} actions={actions} />}</Suspense>
            <PostComments post={post} actions={actions} />
          </div>
        </td>
      </tr>
    </tbody>
  );
}

/** A dot for the eye, words for everything that is not public. */
function State({ post: { active, scheduled_date } }: { post: AdminPost }) {
  return (
    <>
      <span className={`state ${active === 1 ? 'is-public' : ''}`} />
      {active === 0 && (
        <span className="chip">
          {scheduled_date
            ? rich('Scheduled for {date}', { date: <FormattedDate date={scheduled_date} style="full" /> })
            : t('Inactive')}
        </span>
      )}
    </>
  );
}

function CommentFigure({ post: { comment_count: count, comments_waiting: waiting } }: { post: AdminPost }) {
  return (
    <span className={`comments-figure ${waiting > 0 ? 'waiting' : ''}`}>
      {count > 0 && plural(count, { one: '1 comment', other: '{count} comments' })}
    </span>
  );
}

function StatusButton({ post, actions }: Pick<Props, 'post' | 'actions'>) {
  const next = post.active === 1 ? 0 : 1;
  const askAboutShares = useAskAboutShares();
  const { notify } = useNotices();
  const title = titleOf(post);
  const change = async () => {
    const done = {
      text: next === 1 ? postActivated(title) : postDeactivated(title),
      revert: () => postCalls.setStatus({ id: post.id, status: post.active }),
    };
    const changed = await actions.update(post.id, {
      apply: (current) => ({ ...current, active: next, scheduled_date: null }),
      undo: (current) => ({ ...current, active: post.active, scheduled_date: post.scheduled_date }),
      request: () => postCalls.setStatus({ id: post.id, status: next }),
      // Its schedule ended with the publication, so that going back would not bring it back.
      ...(post.scheduled_date === null && { done }),
    });
    if (changed && post.scheduled_date !== null) notify(scheduleCanceled(title));
    if (changed && next === 0 && post.shares.length > 0) await askAboutShares(post.id, 'delete');
  };
  return (
    <button type="button" className="quiet" onClick={() => void change()}>
      {post.active === 1 ? t('DeActivate') : t('Activate')}
    </button>
  );
}

function CategorySelect({ post, categories, actions }: Props) {
  const title = titleOf(post);
  const pathOf = (categoryId: number | null) =>
    categories.find(({ id }) => id === categoryId)?.category_path ?? null;
  const setCategory = (categoryId: number | null) => (current: AdminPost) => ({
    ...current,
    category_id: categoryId,
    cat_path: pathOf(categoryId),
  });
  return (
    <select
      aria-label={t('Category of {title}', { title })}
      value={post.category_id ?? 0}
      onChange={(event) => {
        const selected = Number(event.target.value);
        void actions.update(post.id, {
          apply: setCategory(selected || null),
          undo: setCategory(post.category_id),
          request: () => taxonomyCalls.setCategory({ postId: post.id, catId: selected }),
          done: {
            text: categorySet(title, pathOf(selected)),
            revert: () => taxonomyCalls.setCategory({ postId: post.id, catId: post.category_id ?? 0 }),
          },
        });
      }}
    >
      <option value={0}>{t('none')}</option>
      {categories.map(({ id, category_path }) => (
        <option key={id} value={id}>
          {category_path}
        </option>
      ))}
    </select>
  );
}

/** Files can be dropped anywhere on the rows of a post. */
function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: React.DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    dropHandlers: {
      onDragOver: (event: React.DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      },
      onDragLeave: (event: React.DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event: React.DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
