import { classNames } from '../../../platform/web/class-names.ts';
import { Island } from '../../../platform/web/island.tsx';
import { useIslandMessages, useMessages } from '../../../platform/web/messages.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Comment, CommentPage, CommentThread } from '../api/comments.ts';
import { originName } from '../rules/origins.ts';
import { CommentText } from './comment-text.tsx';
import { CommentTools, DeleteForm, EditForm } from './comment-tools.tsx';
import { type Conversation, nameOf, permalink } from './conversation.ts';
import type CommentEntry from './islands/comment-entry.tsx';

type Props = Pick<CommentPage, 'threads'> & { conversation: Conversation };

/** Threads on two levels: replies to replies follow in the order of their dates, and say what they reply to. */
export function CommentThreads({ threads, conversation }: Props) {
  const messages = useIslandMessages();
  return (
    <>
      {/* The reader's own comment may wait already. */}
      {!threads.some(({ comment }) => comment.approved) && (
        <p className="no-comments">{messages.noComments}</p>
      )}
      {threads.length > 0 && (
        <ol className="comment-list">
          {threads.map((thread) => (
            <Thread key={thread.comment.id} thread={thread} conversation={conversation} />
          ))}
        </ol>
      )}
    </>
  );
}

function Thread({ thread, conversation }: { thread: CommentThread; conversation: Conversation }) {
  const { comment, replies } = thread;
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  return (
    <li>
      <CommentBox comment={comment} conversation={conversation} />
      {replies.length > 0 && (
        <ol className="replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentBox
                comment={reply}
                conversation={conversation}
                parent={byId.get(reply.parent_id ?? 0)}
                head={comment}
              />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

type BoxProps = {
  comment: Comment;
  conversation: Conversation;
  parent?: Comment | undefined;
  /** The first comment of the thread. */
  head?: Comment | undefined;
};

function CommentBox({ comment, conversation, parent, head }: BoxProps) {
  const { id, author_url } = comment;
  const { reply } = conversation;
  const edited = conversation.edit?.id === id ? conversation.edit : null;
  return (
    <div
      id={`comment-${id}`}
      className={classNames(
        'p-comment h-cite',
        comment.user_name === 'Admin' && 'by-admin',
        !comment.approved && 'waiting',
      )}
    >
      <p className="comment-head">
        {/* The name of an h-card without p-name is its text. */}
        <strong className="p-author h-card" dir="auto">
          {author_url === null ? (
            nameOf(comment)
          ) : (
            <a className="u-url" href={author_url} rel="ugc nofollow">
              {nameOf(comment)}
            </a>
          )}
        </strong>
        <span className="comment-origin">
          <Permalink comment={comment} conversation={conversation} />
          {comment.date_edited !== null && <Edited date={comment.date_edited} />}
          {comment.source !== 'local' && <Origin comment={comment} />}
        </span>
        {head && <InReplyTo comment={comment} parent={parent} head={head} conversation={conversation} />}
      </p>
      {edited ? (
        <EditForm comment={comment} conversation={conversation} rejected={edited} />
      ) : (
        <CommentText className="e-content" text={comment.comment_text} />
      )}
      {conversation.delete === id ? (
        <DeleteForm comment={comment} conversation={conversation} />
      ) : (
        !edited && <CommentTools comment={comment} conversation={conversation} />
      )}
      {reply?.reply?.id === id && <Island<typeof CommentEntry> name="comment-entry" props={reply} />}
    </div>
  );
}

const Permalink = ({ comment, conversation }: BoxProps) => (
  <a className="u-url" href={permalink(conversation, comment.id)}>
    <FormattedDate date={comment.date_added} style="full" className="dt-published" />
  </a>
);

function Edited({ date }: { date: string }) {
  const messages = useMessages();
  return (
    <>
      {' '}
      <time className="dt-updated" dateTime={date}>
        {messages.commentEdited}
      </time>
    </>
  );
}

function Origin({ comment }: { comment: Comment }) {
  const messages = useMessages();
  const origin = originName(comment, messages.fediverse);
  if (origin === null) return null;
  const text = <bdi>{messages.via(origin)}</bdi>;
  return (
    <>
      {' '}
      {comment.origin_url === null ? (
        <span className="via">{text}</span>
      ) : (
        <a className="via u-url" href={comment.origin_url} rel="ugc nofollow">
          {text}
        </a>
      )}
    </>
  );
}

/** Its place shows that a reply belongs to the first comment of a thread; any other parent is named. */
function InReplyTo({ comment, parent, head, conversation }: BoxProps) {
  const { parent_id } = comment;
  const [before, after] = useMessages().inReplyTo('\n').split('\n');
  const answered = parent ?? head;
  // The parent may wait for approval, or be on another page.
  if (parent_id === null || answered?.id !== parent_id) return null;
  const url = permalink(conversation, parent_id);
  // Programs on the server that the parent came from know it by its URL there.
  const origin = answered.origin_url;
  return (
    <>
      {origin && (
        <a className="u-in-reply-to" href={origin} rel="ugc nofollow" hidden>
          {origin}
        </a>
      )}
      <a className="u-in-reply-to" href={url} hidden={!parent}>
        {before}
        <bdi>{nameOf(answered)}</bdi>
        {after}
      </a>
    </>
  );
}
