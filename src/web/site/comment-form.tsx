import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Comment } from '../../contract/comments.ts';
import { serverErrorText } from '../../contract/errors.ts';
import { commentMax, commentMin, nameMax } from '../../contract/limits.ts';
import { urls } from '../../contract/urls.ts';
import { fetchApi } from '../fetch-api.ts';
import { keep, recall } from '../ui/storage.ts';
import type { AnyPost } from './post-parts.tsx';

/** A comment that was sent without scripts and came back, with the reason. */
export type RefusedComment = { error: string; name: string; text: string };

const tooShort = 'Error: A message should have more content.';

export function CommentForm({
  post,
  refused = null,
  onSent,
}: {
  post: AnyPost;
  refused?: RefusedComment | null | undefined;
  onSent(comment: Comment): void;
}) {
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState(refused?.error ?? '');
  const [sending, setSending] = useState(false);
  const draft = `comment-${post.id}`;

  useEffect(() => {
    if (text.current && text.current.value === '') text.current.value = recall('session', draft) ?? '';
  }, [draft]);

  const refuse = (reason: string) => {
    setError(reason);
    text.current?.focus();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const field = (name: string) => String(fields.get(name) ?? '');
    if ([...field('comment_text').trim()].length < commentMin) return refuse(tooShort);
    setSending(true);
    setError('');
    try {
      const comment = await fetchApi.comment(post.id, {
        comment_text: field('comment_text'),
        user_name: field('user_name'),
        website: field('website'),
      });
      keep('session', draft, null);
      onSent(comment);
    } catch (problem) {
      setSending(false);
      refuse(problem instanceof Error ? problem.message : serverErrorText);
    }
  };
  return (
    <form
      className="comment-form"
      id="comment-form"
      method="post"
      action={urls.post(post.post_title_web)}
      onSubmit={send}
    >
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
          onChange={({ target }) => keep('session', draft, target.value || null)}
        />
      </p>
      {/* People never meet this field: whoever fills it is a machine. */}
      <p className="decoy" aria-hidden="true">
        <input name="website" aria-label="Website" tabIndex={-1} autoComplete="off" />
      </p>
      <p className="error" id={`${id}error`} role="alert">
        {error}
      </p>
      <button type="submit" className="primary" disabled={sending}>
        Submit
      </button>
    </form>
  );
}
