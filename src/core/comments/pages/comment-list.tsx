import { classNames } from '../../../platform/web/class-names.ts';
import { useIslandMessages } from '../../../platform/web/messages.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Comment, CommentThread } from '../api/comments.ts';
import { CommentText } from './comment-text.tsx';

/** The comments of a card, which browsers render too. The page of the post shows more of them: `comment-threads.tsx`. */
export function CommentList({ threads, postUrl }: { threads: readonly CommentThread[]; postUrl: string }) {
  const messages = useIslandMessages();
  if (threads.length === 0) return <p className="no-comments">{messages.noComments}</p>;
  return (
    <ol className="comment-list">
      {threads.map(({ comment, replies }) => (
        <li key={comment.id}>
          <CommentBox comment={comment} postUrl={postUrl} />
          {replies.length > 0 && (
            <ol className="replies">
              {replies.map((reply) => (
                <li key={reply.id}>
                  <CommentBox comment={reply} postUrl={postUrl} />
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  );
}

const CommentBox = ({ comment, postUrl }: { comment: Comment; postUrl: string }) => (
  <div
    id={`comment-${comment.id}`}
    className={classNames('p-comment', comment.user_name === 'Admin' && 'by-admin')}
  >
    <p className="comment-head">
      <strong dir="auto">{comment.display_name ?? comment.user_name}</strong>
      <span className="comment-origin">
        <a href={`${postUrl}#comment-${comment.id}`}>
          <FormattedDate date={comment.date_added} style="full" />
        </a>
      </span>
    </p>
    <CommentText text={comment.comment_text} />
  </div>
);
