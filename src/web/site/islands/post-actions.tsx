import { useState } from 'react';
import type { Comment } from '../../../contract/comments.ts';
import { refresh } from '../client/events.ts';
import { CommentForm, type RefusedComment, ThankYou } from './comment-form.tsx';
import { CommentToggle } from './comment-toggle.tsx';
import { VoteButton, type VoteResult } from './vote-button.tsx';

export type PostActionsProps = {
  postId: number;
  postUrl: string;
  votes: number;
  /** The state that a form without JavaScript led to. */
  form: 'closed' | 'open' | 'sent';
  refusedComment?: RefusedComment | null;
  voteResult?: VoteResult | null;
  voteError?: string | null;
};

/** Below a post: vote, and the comment form. */
export default function PostActions(props: PostActionsProps) {
  const { postId, postUrl, votes, refusedComment, voteResult = null, voteError } = props;
  const [form, setForm] = useState<PostActionsProps['form'] | 'just sent'>(props.form);
  const open = form === 'open';
  const sent = (comment: Comment) => {
    setForm('just sent');
    // Comments of the administrator need no approval.
    if (comment.approved) refresh('comment-list');
  };
  return (
    <>
      <div className="actions" id="vote">
        <VoteButton
          postId={postId}
          postUrl={postUrl}
          count={votes}
          invitation="This is Terrible"
          result={voteResult}
        />
        <CommentToggle
          postUrl={postUrl}
          label="Comment"
          open={open}
          controls="comment-entry"
          onToggle={() => setForm(open ? 'closed' : 'open')}
        />
      </div>
      {voteError && <p className="error">{voteError}</p>}
      <div id="comment-entry" hidden={form === 'closed'}>
        {open && (
          <CommentForm postId={postId} postUrl={postUrl} refused={refusedComment ?? null} onSent={sent} />
        )}
        {(form === 'sent' || form === 'just sent') && <ThankYou focused={form === 'just sent'} />}
      </div>
    </>
  );
}
