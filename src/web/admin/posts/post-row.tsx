import { useState } from 'react';
import { Link } from 'react-router';
import type { Category } from '../../../contract/categories.ts';
import type { AdminPost } from '../../../contract/posts.ts';
import { urls } from '../../../contract/urls.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { adminApi } from '../data/admin-api.ts';
import { startUploads, useArrivals } from '../images/uploads.ts';
import { PostComments } from './post-comments.tsx';
import { PostImages } from './post-images.tsx';
import { PostTags } from './post-tags.tsx';
import { PostUploads, UploadPicker } from './post-uploads.tsx';
import { SharedTo, Tweet } from './tweet.tsx';
import { type PostActions, titleOf } from './use-posts.ts';

type Props = { post: AdminPost; categories: Category[]; actions: PostActions; onDelete: () => void };

/** One post with everything that can be done to it: a row of the table, and a row below for what hangs on it. */
export function PostRow({ post, categories, actions, onDelete }: Props) {
  const [showsImages, setShowsImages] = useState(false);
  const [tweeted, setTweeted] = useState<React.ReactNode>(null);
  const { dropping, dropHandlers } = useDrop((files) => upload(files));
  const title = titleOf(post);

  const upload = (files: Iterable<File>) => startUploads(post.id, files);
  useArrivals(post.id, (image) => {
    actions.edit(post.id, (now) =>
      now.images.some(({ id }) => id === image.id) ? now : { ...now, images: [...now.images, image] },
    );
    setShowsImages(true);
  });

  return (
    <tbody className={dropping ? 'as-card dropping' : 'as-card'} {...dropHandlers}>
      <tr>
        <td className="post-id" data-label="Post Id">
          {post.id}
        </td>
        <th scope="row" className="post-title" data-label="Post Title">
          <Link to={urls.post(post.post_title_web)}>{title}</Link>
          {post.active === 0 && (
            <span className="chip">
              {post.scheduled_date ? (
                <>
                  Scheduled for <FormattedDate date={post.scheduled_date} style="full" />
                </>
              ) : (
                'Inactive'
              )}
            </span>
          )}
        </th>
        <td data-label="Date">
          <FormattedDate date={post.post_date} />
        </td>
        <td data-label="Cat">
          <CategorySelect post={post} categories={categories} actions={actions} />
        </td>
        <td data-label="Action">
          <span className="row-actions">
            <StatusButton post={post} actions={actions} />
            <Link className="button" to={urls.editPost(post.id)}>
              edit
            </Link>
            <Tweet post={post} onResult={setTweeted} />
          </span>
        </td>
        <td data-label="Delete It">
          <button type="button" className="danger" onClick={onDelete}>
            delete
          </button>
        </td>
      </tr>
      <tr className="under">
        <td colSpan={6}>
          <div className="tools">
            <button type="button" aria-expanded={showsImages} onClick={() => setShowsImages(!showsImages)}>
              {showsImages ? 'Hide Images' : 'Show Images'}
            </button>
            <UploadPicker title={title} onFiles={upload} />
            <PostTags post={post} actions={actions} />
          </div>
          {tweeted ?? (post.shares.length > 0 && <SharedTo answers={post.shares} />)}
          <PostUploads postId={post.id} />
          {showsImages && <PostImages post={post} actions={actions} />}
          <PostComments post={post} actions={actions} />
        </td>
      </tr>
    </tbody>
  );
}

function StatusButton({ post, actions }: Pick<Props, 'post' | 'actions'>) {
  const next = post.active === 1 ? 0 : 1;
  return (
    <button
      type="button"
      onClick={() =>
        void actions.attempt(post.id, {
          apply: (now) => ({ ...now, active: next, scheduled_date: null }),
          undo: (now) => ({ ...now, active: post.active, scheduled_date: post.scheduled_date }),
          call: () => adminApi.setStatus(post.id, next),
        })
      }
    >
      {post.active === 1 ? 'DeActivate' : 'Activate'}
    </button>
  );
}

function CategorySelect({ post, categories, actions }: Omit<Props, 'onDelete'>) {
  const put = (categoryId: number | null) => (now: AdminPost) => ({
    ...now,
    category_id: categoryId,
    cat_path: categories.find(({ id }) => id === categoryId)?.category_path ?? null,
  });
  return (
    <select
      aria-label={`Category of ${titleOf(post)}`}
      value={post.category_id ?? 0}
      onChange={(event) => {
        const chosen = Number(event.target.value);
        void actions.attempt(post.id, {
          apply: put(chosen || null),
          undo: put(post.category_id),
          call: () => adminApi.setCategory(post.id, chosen),
        });
      }}
    >
      <option value={0}>none</option>
      {categories.map(({ id, category_path }) => (
        <option key={id} value={id}>
          {category_path}
        </option>
      ))}
    </select>
  );
}

/** Files can be let go anywhere on the post. */
function useDrop(onFiles: (files: File[]) => void) {
  const [dropping, setDropping] = useState(false);
  const carriesFiles = (event: React.DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    dropping,
    dropHandlers: {
      onDragOver: (event: React.DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setDropping(true);
      },
      onDragLeave: (event: React.DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
      },
      onDrop: (event: React.DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDropping(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
