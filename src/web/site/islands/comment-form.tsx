import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Comment } from '../../../contract/comments.ts';
import { commentMax, commentMin, nameMax } from '../../../contract/limits.ts';
import { serverError } from '../../../messages/reader.ts';
import { sendComment } from '../../fetch-api.ts';
import { readStorage, writeStorage } from '../../ui/storage.ts';

/** A comment that was refused without JavaScript, with its text preserved. */
export type RefusedComment = { error: string; name: string; text: string };

export type CommentFormProps = {
  postId: number;
  /** Where the form goes without JavaScript. */
  postUrl: string;
  refused?: RefusedComment | null;
  onSent(comment: Comment): void;
};

const tooShort = 'Error: A message should have more content.';

export function CommentForm({ postId, postUrl, refused = null, onSent }: CommentFormProps) {
  const id = `comment-${postId}-`;
  const text = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState(refused?.error ?? '');
  const [sending, setSending] = useState(false);
  const draft = `comment-${postId}`;

  useEffect(() => {
    if (text.current && text.current.value === '') text.current.value = readStorage('session', draft) ?? '';
  }, [draft]);

  const refuse = (reason: string) => {
    setError(reason);
    text.current?.focus();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const fields = new FormData(event.currentTarget);
    const field = (name: string) => String(fields.get(name) ?? '');
    if ([...field('comment_text').trim()].length < commentMin) return refuse(tooShort);
    setSending(true);
    setError('');
    try {
      const comment = await sendComment(postId, {
        comment_text: field('comment_text'),
        user_name: field('user_name'),
        website: field('website'),
      });
      writeStorage('session', draft, null);
      onSent(comment);
    } catch (problem) {
      setSending(false);
      refuse(problem instanceof Error ? problem.message : serverError);
    }
  };
  return (
    <form className="comment-form" id={`${id}form`} method="post" action={postUrl} onSubmit={send}>
      <input type="hidden" name="intent" value="comment" />
      <p className="field">
        <label htmlFor={`${id}name`}>Name</label>
        <input
          id={`${id}name`}
          name="user_name"
          maxLength={nameMax * 2}
          autoComplete="nickname"
          placeholder="Anonymous"
          defaultValue={refused?.name}
        />
      </p>
      <p className="field">
        <label htmlFor={`${id}text`}>Comment</label>
        <textarea
          ref={text}
          id={`${id}text`}
          name="comment_text"
          rows={5}
          maxLength={commentMax * 2}
          placeholder="Please leave a meaningful, polite comment."
          defaultValue={refused?.text}
          aria-invalid={error !== ''}
          aria-describedby={`${id}error`}
          onChange={({ target }) => writeStorage('session', draft, target.value || null)}
        />
      </p>
      {/* A honeypot: people never see this field, so only bots fill it in. */}
      <p className="decoy" aria-hidden="true">
        <input name="website" aria-label="Website" tabIndex={-1} autoComplete="off" />
      </p>
      <p className="error" id={`${id}error`} role="alert">
        {error}
      </p>
      <button type="submit" className="primary" aria-disabled={sending || undefined}>
        Submit
      </button>
    </form>
  );
}

/** Takes the focus of the button that is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** `focused` after a comment was sent with JavaScript; a page that was loaded leaves the focus where it is. */
export function ThankYou({ focused }: { focused: boolean }) {
  return (
    <p className="thank-you" role="status" tabIndex={-1} ref={focused ? takeFocus : undefined}>
      {'Thank you for submitting a comment.  All comments are subject to administrator approval.'}
    </p>
  );
}
