import type { Comment, CommentThread } from '../../contract/comments.ts';
import { useIslandMessages } from '../messages.ts';
import { FormattedDate } from '../ui/date.tsx';

type Props = {
  threads: readonly CommentThread[];
  /** The page that the links to comments lead to, where the list is on another one. */
  postUrl?: string;
};

/** Threads on two levels: replies to replies follow in the order of their dates, and say what they reply to. */
export function CommentList({ threads, postUrl = '' }: Props) {
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
                  <CommentBox
                    comment={reply}
                    postUrl={postUrl}
                    parent={replies.find(({ id }) => id === reply.parent_id)}
                  />
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  );
}

const nameOf = ({ display_name, user_name }: Comment): string => display_name ?? user_name;

function CommentBox(props: { comment: Comment; postUrl: string; parent?: Comment | undefined }) {
  const { comment, postUrl, parent } = props;
  const messages = useIslandMessages();
  const [before, after] = messages.inReplyTo('\n').split('\n');
  const name = <bdi>{nameOf(comment)}</bdi>;
  return (
    <div
      id={`comment-${comment.id}`}
      className={`p-comment h-cite ${comment.user_name === 'Admin' ? 'by-admin' : ''}`}
    >
      <p className="comment-head">
        <strong className="p-author h-card">
          {comment.author_url === null ? (
            name
          ) : (
            <a className="u-url" href={comment.author_url} rel="ugc nofollow">
              {name}
            </a>
          )}
        </strong>
        <span>
          <FormattedDate date={comment.date_added} style="full" className="dt-published" />
          <a
            className="comment-anchor u-url"
            href={`${postUrl}#comment-${comment.id}`}
            aria-label={messages.commentLink}
          >
            #
          </a>
        </span>
        {parent && (
          <a className="u-in-reply-to" href={`${postUrl}#comment-${parent.id}`}>
            {before}
            <bdi>{nameOf(parent)}</bdi>
            {after}
          </a>
        )}
      </p>
      <p className="comment-text e-content" dir="auto">
        {comment.comment_text}
      </p>
    </div>
  );
}
