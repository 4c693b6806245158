import { useEffect, useState } from 'react';
import { commentsAtOnce } from '../../../../platform/http/api/limits.ts';
import { useIslandMessages } from '../../../../platform/web/messages.ts';
import type { CardActionsProps } from '../../../posts/pages/card-actions.ts';
import { VoteButton } from '../../../posts/votes/vote-button.tsx';
import type { Comment } from '../../api/comments.ts';
import { isMention, pagesOf, threadsOf } from '../../rules/threads.ts';
import { fetchComments } from '../comment-calls.ts';
import { CommentList } from '../comment-list.tsx';
import { CommentForm, ThankYou } from './comment-form.tsx';
import { CommentToggle } from './comment-toggle.tsx';

/** The vote button and the comments of a card. */
export default function CardActions(props: CardActionsProps) {
  const messages = useIslandMessages();
  const { postId, postUrl, votes, label, commentsOpen, directLink } = props;
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState<Comment | null>(null);
  const panel = `card-comments-${postId}`;
  const toggle = () => {
    // After a comment was sent, the button shows the form again.
    if (open && sent) setSent(null);
    else setOpen(!open);
  };
  return (
    <>
      <div className="actions">
        <VoteButton postId={postId} postUrl={postUrl} count={votes} invitation={messages.notTerrible} />
        <CommentToggle
          postUrl={postUrl}
          label={label}
          open={open && !sent}
          controls={panel}
          onToggle={toggle}
        />
        {directLink && <a href={directLink}>{messages.directLink}</a>}
      </div>
      <div id={panel} className="card-comments" hidden={!open}>
        {open && (
          <>
            <Comments key={sent?.id} postId={postId} postUrl={postUrl} />
            {sent && <ThankYou focused published={sent.approved} />}
            {!sent && commentsOpen && (
              <CommentForm postId={postId} postUrl={postUrl} mail={props.mail} onSent={setSent} />
            )}
            {!commentsOpen && <p className="comments-closed">{messages.commentsClosed}</p>}
          </>
        )}
      </div>
    </>
  );
}

function Comments({ postId, postUrl }: { postId: number; postUrl: string }) {
  const messages = useIslandMessages();
  const [state, setState] = useState<Comment[] | { error: string } | null>(null);
  useEffect(() => {
    let current = true;
    fetchComments({ postId }).then(
      (comments) => current && setState(comments),
      ({ message }: Error) => current && setState({ error: message }),
    );
    return () => {
      current = false;
    };
  }, [postId]);
  if (Array.isArray(state)) {
    const [threads = [], ...others] = pagesOf(threadsOf(state.filter((comment) => !isMention(comment))));
    return (
      <>
        <CommentList threads={threads} postUrl={postUrl} />
        {(others.length > 0 || state.length === commentsAtOnce) && (
          <a href={`${postUrl}#comments`}>{messages.allComments}</a>
        )}
      </>
    );
  }
  return (
    <p role="status" className={state ? 'error' : 'no-comments'}>
      {state ? state.error : messages.commentsLoading}
    </p>
  );
}
