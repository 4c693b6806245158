import { useState } from 'react';
import type { Comment } from '../../api/comments.ts';
import { CommentForm, type CommentFormProps, showOwn, ThankYou } from './comment-form.tsx';

export type FormState = 'closed' | 'open' | 'sent' | 'published';

export type CommentEntryProps = Omit<CommentFormProps, 'onSent'> & {
  /** The state after a form was sent without JavaScript. */
  form: FormState;
};

/** The form of a reply, and what it says after it was sent. */
export default function CommentEntry({ form: initial, ...props }: CommentEntryProps) {
  const [form, setForm] = useState(initial);
  const [focused, setFocused] = useState(false);
  const sent = (comment: Comment) => {
    setForm(comment.approved ? 'published' : 'sent');
    setFocused(true);
    showOwn(props.postUrl, comment);
  };
  if (form === 'open') return <CommentForm {...props} onSent={sent} />;
  return form === 'closed' ? null : <ThankYou focused={focused} isReply published={form === 'published'} />;
}
