import { type ReactNode, useId } from 'react';
import type { PostCard } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { CommentList } from './comment-list.tsx';
import { CommentEntry, useComments } from './comments.tsx';
import { VoteButton } from './vote-button.tsx';

/** The foot of a card: vote, and comments that open in place. */
export function CardComments({
  post,
  label,
  children,
}: {
  post: PostCard;
  label: string;
  children?: ReactNode;
}) {
  const id = useId();
  const state = useComments(post, { open: false, sent: false });
  return (
    <>
      <div className="actions">
        <VoteButton post={post} invitation="Not Terrible" />
        <LinkButton
          href={`${urls.post(post.post_title_web)}?comment=1#comments`}
          aria-expanded={state.open}
          aria-controls={id}
          onClick={state.toggle}
        >
          {label}
        </LinkButton>
        {children}
      </div>
      <div id={id} className="card-comments" hidden={!state.open}>
        {state.open && (
          <>
            <CommentList comments={state.comments} />
            <CommentEntry post={post} state={state} />
          </>
        )}
      </div>
    </>
  );
}
