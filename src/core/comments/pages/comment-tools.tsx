import type { ReactNode } from 'react';
import { maxCommentLength } from '../../../platform/http/api/limits.ts';
import { commentsUrl } from '../../../platform/http/api/page-number.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { Comment } from '../api/comments.ts';
import { type Conversation, nameOf } from './conversation.ts';

type Props = { comment: Comment; conversation: Conversation };

/** The URL of the same page of comments, in another state. A fragment would keep the browser from focusing a form. */
const stateUrl = ({ postUrl, page }: Conversation, state: string): string => {
  const url = commentsUrl(postUrl, page);
  return `${url}${url.includes('?') ? '&' : '?'}${state}`;
};

/** What readers and the owner can do with a comment. All of it works without JavaScript. */
export function CommentTools({ comment, conversation }: Props) {
  const messages = useMessages();
  const { id } = comment;
  const { isOpen, isOwner } = conversation;
  const isOwn = conversation.own?.includes(id);
  if (isOwn || !comment.approved) return <OwnTools comment={comment} conversation={conversation} />;
  if (!isOpen && !isOwner) return null;
  return (
    <div className="comment-tools">
      <a
        href={stateUrl(conversation, `reply=${id}`)}
        rel="nofollow"
        aria-label={messages.replyTo(nameOf(comment))}
      >
        {messages.reply}
      </a>
      {isOwner && (
        <>
          <a href={stateUrl(conversation, `edit=${id}`)}>{messages.ownerTools.edit}</a>
          <ToolForm intent="unapprove" comment={comment} conversation={conversation}>
            <button type="submit">{messages.ownerTools.unapprove}</button>
          </ToolForm>
          <a href={`${stateUrl(conversation, `delete=${id}`)}#comment-${id}`}>{messages.ownerTools.delete}</a>
        </>
      )}
    </div>
  );
}

/** What its author can do with a comment that waits, or that is new. */
function OwnTools({ comment: { id, approved }, conversation }: Props) {
  const messages = useMessages();
  return (
    <div className="comment-tools">
      {!approved && <span>{messages.ownComment.waiting}</span>}
      <a href={stateUrl(conversation, `commented=changed&edit=${id}`)}>{messages.ownerTools.edit}</a>
      <a href={`${stateUrl(conversation, `commented=changed&delete=${id}`)}#comment-${id}`}>
        {messages.ownComment.withdraw}
      </a>
    </div>
  );
}

/** A form of the owner, or of the author of a comment that waits. */
function ToolForm(props: Props & { intent: string; className?: string; children: ReactNode }) {
  const { intent, comment, conversation, className, children } = props;
  return (
    <form method="post" action={conversation.postUrl} className={className}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="comment_id" value={comment.id} />
      <input type="hidden" name="comments" value={conversation.page} />
      {children}
    </form>
  );
}

const Cancel = ({ comment, conversation }: Props) => (
  <a
    href={`${
      comment.approved
        ? commentsUrl(conversation.postUrl, conversation.page)
        : stateUrl(conversation, 'commented=changed')
    }#comment-${comment.id}`}
  >
    {useMessages().ownerTools.cancel}
  </a>
);

export function EditForm({
  comment,
  conversation,
  rejected,
}: Props & { rejected: NonNullable<Conversation['edit']> }) {
  const messages = useMessages().ownerTools;
  const error = `edit-${comment.id}-error`;
  return (
    <ToolForm intent="edit" comment={comment} conversation={conversation} className="comment-form">
      <p className="field">
        <textarea
          name="comment_text"
          rows={5}
          maxLength={maxCommentLength * 2}
          // biome-ignore lint/a11y/noAutofocus: the reader has asked for the form
          autoFocus
          defaultValue={rejected.text ?? comment.comment_text}
          aria-label={messages.text(nameOf(comment))}
          aria-invalid={rejected.error !== undefined}
          aria-describedby={error}
        />
      </p>
      <p className="error" id={error} role="alert">
        {rejected.error}
      </p>
      <p className="comment-tools">
        <button type="submit" className="primary">
          {messages.save}
        </button>
        <Cancel comment={comment} conversation={conversation} />
      </p>
    </ToolForm>
  );
}

export function DeleteForm({ comment, conversation }: Props) {
  const { ownerTools: messages, ownComment } = useMessages();
  return (
    <ToolForm intent="delete" comment={comment} conversation={conversation} className="confirm-delete">
      <p role="alert">
        {comment.approved ? messages.confirmDelete(nameOf(comment)) : ownComment.confirmWithdraw}
      </p>
      <p className="comment-tools">
        <button type="submit" className="danger">
          {comment.approved ? messages.confirm : ownComment.confirm}
        </button>
        <Cancel comment={comment} conversation={conversation} />
      </p>
    </ToolForm>
  );
}
