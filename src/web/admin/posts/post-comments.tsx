import { useState } from 'react';
import type { Comment } from '../../../contract/comments.ts';
import type { AdminPost } from '../../../contract/posts.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { titleOf } from '../controls/format.ts';
import { adminApi } from '../data/admin-api.ts';
import { useNotices } from '../frame/notices.tsx';
import { refreshWaitingComments } from '../frame/waiting-comments.tsx';
import type { PostActions } from './use-posts.ts';

type Props = { post: AdminPost; actions: PostActions };

/** The comments of a post, waiting ones first. A post with many comments shows only some at first. */
export function PostComments({ post, actions }: Props) {
  const { edit, update } = actions;
  const [loading, setLoading] = useState(false);
  const { reportError } = useNotices();
  if (post.comment_count === 0) return null;

  const approve = (comment: Comment, approved: boolean) => (current: AdminPost) => ({
    ...current,
    comments_waiting: current.comments_waiting + (approved ? -1 : 1),
    comment: current.comment.map((other) => (other.id === comment.id ? { ...other, approved } : other)),
  });
  const showAll = async () => {
    if (loading) return;
    setLoading(true);
    try {
      const comment = await adminApi.commentsOf(post.id);
      edit(post.id, (current) => ({ ...current, comment, comment_count: comment.length }));
    } catch (error) {
      reportError(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <ul className="admin-comments" aria-label={`Comments of ${titleOf(post)}`}>
        {post.comment.map((comment) => (
          <li key={comment.id} className={comment.approved ? undefined : 'waiting'}>
            <p className="comment-meta">
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
                void update(post.id, {
                  apply: approve(comment, !comment.approved),
                  undo: approve(comment, comment.approved),
                  request: () => adminApi.approve(comment.id, !comment.approved),
                }).then(refreshWaitingComments)
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
