import { useState } from 'react';
import type { Comment } from '../../contract/comments.ts';
import { CommentForm, type RefusedComment } from './comment-form.tsx';
import type { AnyPost } from './post-parts.tsx';

/** What a post's comments are at this moment: those of the page, and one that was approved as it was sent. */
export function useComments(post: AnyPost, start: { open: boolean; sent: boolean }) {
  const [open, setOpen] = useState(start.open);
  const [sent, setSent] = useState<boolean | 'now'>(start.sent);
  const [own, setOwn] = useState<Comment[]>([]);
  const known = new Set(post.comment.map(({ id }) => id));
  return {
    open,
    sent,
    comments: [...post.comment, ...own.filter(({ id }) => !known.has(id))],
    toggle: () => {
      setOpen(!open);
      setSent(false);
    },
    add: (comment: Comment) => {
      setSent('now');
      if (comment.approved) setOwn([...own, comment]);
    },
  };
}

/** The button that had the focus is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** The form, and in its place, once something was sent, the thanks. */
export function CommentEntry({
  post,
  state,
  refused,
}: {
  post: AnyPost;
  state: ReturnType<typeof useComments>;
  refused?: RefusedComment | null | undefined;
}) {
  if (!state.open && !state.sent) return null;
  if (!state.sent) return <CommentForm post={post} refused={refused} onSent={state.add} />;
  return (
    <p className="thank-you" role="status" tabIndex={-1} ref={state.sent === 'now' ? takeFocus : undefined}>
      {'Thank you for submitting a comment.  All comments are subject to administrator approval.'}
    </p>
  );
}
