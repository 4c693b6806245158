import type { Comment } from '../../contract/comments.ts';
import { useIslandMessages } from '../messages.ts';
import { FormattedDate } from '../ui/date.tsx';

export function CommentList({ comments }: { comments: readonly Comment[] }) {
  const messages = useIslandMessages();
  if (comments.length === 0) return <p className="no-comments">{messages.noComments}</p>;
  return (
    <ol className="comment-list">
      {comments.map((comment) => (
        <li
          key={comment.id}
          id={`comment-${comment.id}`}
          className={`p-comment h-cite ${comment.user_name === 'Admin' ? 'by-admin' : ''}`}
        >
          <p className="comment-head">
            <strong className="p-author h-card">
              <bdi>{comment.display_name ?? comment.user_name}</bdi>
            </strong>
            <FormattedDate date={comment.date_added} style="full" className="dt-published" />
          </p>
          <p className="comment-text e-content" dir="auto">
            {comment.comment_text}
          </p>
        </li>
      ))}
    </ol>
  );
}
