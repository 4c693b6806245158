import type { ReactNode } from 'react';
import { commentMax } from '../../../platform/http/api/limits.ts';
import { commentsUrl } from '../../../platform/http/api/page-number.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { Comment } from '../api/comments.ts';
import { type CommentTool, type Conversation, nameOf } from './conversation.ts';

type Props = { comment: Comment; conversation: Conversation };

/** The URL of the same page of comments, in another state. */
const stateUrl = ({ postUrl, page }: Conversation, state: string, id: number): string =>
  `${postUrl}?${page === 1 ? '' : `comments=${page}&`}${state}=${id}`;

/** What readers and the owner can do with a comment. All of it works without JavaScript. */
export function CommentTools({ comment, conversation }: Props) {
  const messages = useMessages();
  const { id } = comment;
  const { isOpen, owner } = conversation;
  if (!isOpen && !owner) return null;
  return (
    <div className="comment-tools">
      <a
        href={`${stateUrl(conversation, 'reply', id)}#comment-entry`}
        rel="nofollow"
        aria-label={messages.replyTo(nameOf(comment))}
      >
        {messages.reply}
      </a>
      {owner && (
        <>
          <a href={`${stateUrl(conversation, 'edit', id)}#comment-${id}`}>{messages.ownerTools.edit}</a>
          <OwnerForm intent="unapprove" comment={comment} conversation={conversation}>
            <button type="submit">{messages.ownerTools.unapprove}</button>
          </OwnerForm>
          <a href={`${stateUrl(conversation, 'delete', id)}#comment-${id}`}>{messages.ownerTools.delete}</a>
        </>
      )}
    </div>
  );
}

/** A form of the owner; the page performs the same route of the API as the admin area. */
function OwnerForm(props: Props & { intent: string; className?: string; children: ReactNode }) {
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
  <a href={`${commentsUrl(conversation.postUrl, conversation.page)}#comment-${comment.id}`}>
    {useMessages().ownerTools.cancel}
  </a>
);

export function EditForm({
  comment,
  conversation,
  rejected,
}: Props & { rejected: NonNullable<CommentTool['edit']> }) {
  const messages = useMessages().ownerTools;
  const error = `edit-${comment.id}-error`;
  return (
    <OwnerForm intent="edit" comment={comment} conversation={conversation} className="comment-form">
      <p className="field">
        <textarea
          name="comment_text"
          rows={5}
          maxLength={commentMax * 2}
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
    </OwnerForm>
  );
}

export function DeleteForm({ comment, conversation }: Props) {
  const messages = useMessages().ownerTools;
  return (
    <OwnerForm intent="delete" comment={comment} conversation={conversation} className="confirm-delete">
      <p role="alert">{messages.confirmDelete(nameOf(comment))}</p>
      <p className="comment-tools">
        <button type="submit" className="danger">
          {messages.confirm}
        </button>
        <Cancel comment={comment} conversation={conversation} />
      </p>
    </OwnerForm>
  );
}
