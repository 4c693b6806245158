import { useState } from 'react';
import type { Comment } from '../../../contract/comments.ts';
import type { AdminPost } from '../../../contract/posts.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useNotices } from '../frame/notices.tsx';
import { type PostActions, titleOf } from './use-posts.ts';

type Props = { post: AdminPost; actions: PostActions };

/** The comments of a post, those that wait first; a post with many shows a few until it is asked for all. */
export function PostComments({ post, actions }: Props) {
  const { edit, attempt } = actions;
  const [loading, setLoading] = useState(false);
  const { reportError } = useNotices();
  if (post.comment_count === 0) return null;

  const approve = (comment: Comment, approved: boolean) => (now: AdminPost) => ({
    ...now,
    comments_waiting: now.comments_waiting + (approved ? -1 : 1),
    comment: now.comment.map((other) => (other.id === comment.id ? { ...other, approved } : other)),
  });
  const showAll = async () => {
    if (loading) return;
    setLoading(true);
    try {
      const comment = await adminApi.commentsOf(post.id);
      edit(post.id, (now) => ({ ...now, comment, comment_count: comment.length }));
    } catch (error) {
      reportError(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <ul className="said" aria-label={`Comments of ${titleOf(post)}`}>
        {post.comment.map((comment) => (
          <li key={comment.id} className={comment.approved ? undefined : 'waiting'}>
            <p className="who">
              <strong className={comment.user_name === 'Admin' ? 'admin-name' : undefined}>
                {comment.user_name}
              </strong>{' '}
              <FormattedDate date={comment.date_added} style="full" />
              {!comment.approved && <span className="chip">Waiting</span>}
            </p>
            <p className="text">{comment.comment_text}</p>
            <button
              type="button"
              onClick={() =>
                void attempt(post.id, {
                  apply: approve(comment, !comment.approved),
                  undo: approve(comment, comment.approved),
                  call: () => adminApi.approve(comment.id, !comment.approved),
                })
              }
            >
              {comment.approved ? 'unnapprove' : 'approve'}
            </button>
          </li>
        ))}
      </ul>
      {post.comment.length < post.comment_count && (
        <button type="button" className="quiet" aria-disabled={loading} onClick={() => void showAll()}>
          Show all {post.comment_count} comments
        </button>
      )}
    </>
  );
}
