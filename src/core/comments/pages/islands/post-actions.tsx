import { useState } from 'react';
import { useIslandMessages } from '../../../../platform/web/messages.ts';
import { VoteButton, type VoteResult } from '../../../posts/votes/vote-button.tsx';
import type { Comment } from '../../api/comments.ts';
import type { FormState } from './comment-entry.tsx';
import { CommentForm, type RejectedComment, showOwn, ThankYou } from './comment-form.tsx';
import { CommentToggle } from './comment-toggle.tsx';

export type PostActionsProps = {
  postId: number;
  postUrl: string;
  /** Absent for pages, which have no votes. */
  votes?: number;
  commentsOpen: boolean;
  /** The state after a form was sent without JavaScript. */
  form: FormState;
  /** The id of a form that the server renders open. */
  formId?: string;
  rejected?: RejectedComment | null;
  voteResult?: VoteResult | null;
  voteError?: string | null;
  /** Whether commenters can be notified by mail. */
  mail?: boolean;
};

/** The vote button and the comment form of a post. */
export default function PostActions(props: PostActionsProps) {
  const messages = useIslandMessages();
  const { postId, postUrl, votes, commentsOpen, rejected, voteResult = null, voteError } = props;
  const [form, setForm] = useState(props.form);
  const [focused, setFocused] = useState(false);
  const open = form === 'open' && commentsOpen;
  const sent = (comment: Comment) => {
    setForm(comment.approved ? 'published' : 'sent');
    setFocused(true);
    showOwn(postUrl, comment);
  };
  return (
    <>
      <div className="actions" id="vote">
        {votes !== undefined && (
          <VoteButton
            postId={postId}
            postUrl={postUrl}
            count={votes}
            invitation={messages.thisIsTerrible}
            result={voteResult}
          />
        )}
        {commentsOpen && (
          <CommentToggle
            postUrl={postUrl}
            label={messages.comment}
            open={open}
            controls="comment-entry"
            onToggle={() => setForm(open ? 'closed' : 'open')}
          />
        )}
      </div>
      {voteError && <p className="error">{voteError}</p>}
      {!commentsOpen && <p className="comments-closed">{messages.commentsClosed}</p>}
      <div id="comment-entry" hidden={form === 'closed'}>
        {open && (
          <CommentForm
            postId={postId}
            postUrl={postUrl}
            formId={props.formId}
            rejected={rejected}
            mail={props.mail}
            onSent={sent}
          />
        )}
        {(form === 'sent' || form === 'published') && (
          <ThankYou focused={focused} published={form === 'published'} />
        )}
      </div>
    </>
  );
}
