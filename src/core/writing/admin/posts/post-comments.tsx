import { useState } from 'react';
import { titleOf } from '../../../../platform/admin/controls/format.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { commentsAtOnce } from '../../../../platform/http/api/limits.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import { commentCalls } from '../../../comments/admin/calls.ts';
import { commentChangeEvent } from '../../../comments/admin/comment-change.ts';
import type { AdminPost } from '../../../posts/api/posts.ts';
import type { PostActions } from './use-posts.ts';

type Props = { post: AdminPost; actions: PostActions };

/** A post with more comments than this shows their number first. */
const maxOpen = 3;

/** The comments of a post, waiting ones first. A post with many comments shows only some of them when it is opened. */
export function PostComments({ post, actions }: Props) {
  const { edit } = actions;
  const [loading, setLoading] = useState(false);
  // The post carries its first few comments, those that wait before the others; what is loaded is in the order of dates.
  const [loaded, setLoaded] = useState(0);
  const { reportError } = useNotices();
  if (post.comment_count === 0) return null;

  const showMore = async () => {
    if (loading) return;
    setLoading(true);
    try {
      const { items, total } = await commentCalls.commentsOf({ postId: post.id, offset: loaded });
      setLoaded(loaded + items.length);
      edit(post.id, (current) => ({
        ...current,
        comment: loaded === 0 ? items : [...current.comment, ...items],
        comment_count: total,
      }));
    } catch (error) {
      reportError(error);
    } finally {
      setLoading(false);
    }
  };
  const list = (
    <ul className="post-comments" aria-label={t('Comments of {title}', { title: titleOf(post) })}>
      {post.comment.map((comment) => (
        <PostComment key={comment.id} post={post} comment={comment} update={actions.update} />
      ))}
    </ul>
  );
  if (post.comment_count <= maxOpen) return list;
  return (
    <details>
      <summary className="comment-count">
        {t('{commentCount} comments, {commentsWaiting} waiting', {
          commentCount: post.comment_count,
          commentsWaiting: post.comments_waiting,
        })}
      </summary>
      {list}
      {post.comment.length < post.comment_count && (
        <button type="button" className="quiet" aria-disabled={loading} onClick={() => void showMore()}>
          {post.comment_count - loaded <= commentsAtOnce
            ? t('Show all {commentCount} comments', { commentCount: post.comment_count })
            : t('Show {commentsAtOnce} more of {commentCount} comments', {
                commentsAtOnce,
                commentCount: post.comment_count,
              })}
        </button>
      )}
    </details>
  );
}

type CommentProps = { post: AdminPost; comment: AdminPost['comment'][number]; update: PostActions['update'] };

/** One line, which opens to the whole text. */
function PostComment({ post, comment, update }: CommentProps) {
  const { approved } = comment;
  const set = (approved: boolean) => (current: AdminPost) => ({
    ...current,
    comments_waiting: current.comments_waiting + (approved ? -1 : 1),
    comment: current.comment.map((other) => (other.id === comment.id ? { ...other, approved } : other)),
  });
  const toggle = async () => {
    await update(post.id, {
      apply: set(!approved),
      undo: set(approved),
      request: () => commentCalls.approve({ commentId: comment.id, state: !approved }),
    });
    document.dispatchEvent(new Event(commentChangeEvent));
  };
  return (
    <li className={approved ? undefined : 'waiting'}>
      <details>
        <summary>
          <strong className={comment.user_name === 'Admin' ? 'admin-name' : undefined}>
            {comment.display_name ?? comment.user_name}
          </strong>{' '}
          {!approved && <span className="chip">{t('Waiting')}</span>}{' '}
          <FormattedDate date={comment.date_added} style="full" />{' '}
          <span className="text">{comment.comment_text}</span>
        </summary>
      </details>
      <button type="button" className="quiet" onClick={() => void toggle()}>
        {approved ? t('unnapprove') : t('approve')}
      </button>
    </li>
  );
}
