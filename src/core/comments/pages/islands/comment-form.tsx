import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  commentMin,
  maxAuthorUrlLength,
  maxCommentLength,
  maxNameLength,
} from '../../../../platform/http/api/limits.ts';
import { refresh } from '../../../../platform/web/client/events.ts';
import { useIslandMessages } from '../../../../platform/web/messages.ts';
import { isProblem } from '../../../../platform/web/not-found.ts';
import { randomId } from '../../../../platform/web/random-id.ts';
import { readStorage, writeStorage } from '../../../../platform/web/ui/storage.ts';
import type { Comment } from '../../api/comments.ts';
import { sendComment } from '../comment-calls.ts';
import { sentUrl } from '../sent-url.ts';

/** A comment that was rejected without JavaScript, with the preserved input. */
export type RejectedComment = {
  error: string;
  name: string;
  url: string;
  text: string;
  /** The email address, if the box before it was ticked. */
  mail?: string | undefined;
};

/** The comment that a new one replies to. */
type Reply = { id: number; name: string; cancelUrl: string };

export type CommentFormProps = {
  postId: number;
  /** The action of the form without JavaScript. */
  postUrl: string;
  /** Without it, one is made in the browser. */
  formId?: string | undefined;
  reply?: Reply | null | undefined;
  rejected?: RejectedComment | null | undefined;
  /** Whether commenters can be notified by mail. */
  mail?: boolean | undefined;
  onSent(comment: Comment): void;
};

export function CommentForm(props: CommentFormProps) {
  const { postId, postUrl, reply, rejected, mail, onSent } = props;
  const messages = useIslandMessages();
  const id = `comment-${reply ? `to-${reply.id}` : postId}-`;
  const text = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState(rejected?.error ?? '');
  const [sending, setSending] = useState(false);
  const [formId, setFormId] = useState(() => props.formId ?? randomId());
  const draft = reply ? `comment-${postId}-to-${reply.id}` : `comment-${postId}`;

  useEffect(() => {
    if (text.current && text.current.value === '') text.current.value = readStorage('session', draft) ?? '';
  }, [draft]);

  const reject = (reason: string) => {
    setError(reason);
    text.current?.focus();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const fields = new FormData(event.currentTarget);
    const field = (name: string) => String(fields.get(name) ?? '');
    if ([...field('comment_text').trim()].length < commentMin) return reject(messages.commentTooShort);
    setSending(true);
    setError('');
    try {
      const comment = await sendComment({
        postId,
        comment_text: field('comment_text'),
        user_name: field('user_name'),
        author_url: field('author_url'),
        parent_id: reply?.id ?? null,
        website: field('website'),
        form_id: formId,
        ...(fields.has('notify') && { notify_address: field('notify_address') }),
      });
      writeStorage('session', draft, null);
      onSent(comment);
    } catch (problem) {
      setSending(false);
      // The form may have been sent before, with another text.
      if (isProblem(problem) && problem.code === 'conflict') setFormId(randomId());
      reject((problem as Error).message);
    }
  };
  return (
    <form className="comment-form" id={`${id}form`} method="post" action={postUrl} onSubmit={send}>
      <input type="hidden" name="intent" value="comment" />
      <input type="hidden" name="form_id" value={formId} />
      {reply && (
        <p className="replying">
          <input type="hidden" name="parent_id" value={reply.id} />
          <span>{messages.inReplyTo(reply.name)}</span> <a href={reply.cancelUrl}>{messages.cancelReply}</a>
        </p>
      )}
      <p className="field">
        <label htmlFor={`${id}name`}>{messages.name}</label>
        <input
          id={`${id}name`}
          name="user_name"
          maxLength={maxNameLength * 2}
          autoComplete="nickname"
          placeholder={messages.anonymous}
          defaultValue={rejected?.name}
        />
      </p>
      <p className="field">
        <label htmlFor={`${id}url`}>{messages.website}</label>
        <input
          id={`${id}url`}
          name="author_url"
          inputMode="url"
          maxLength={maxAuthorUrlLength}
          autoComplete="url"
          defaultValue={rejected?.url}
        />
      </p>
      <p className="field">
        <label htmlFor={`${id}text`}>{messages.comment}</label>
        <textarea
          ref={text}
          id={`${id}text`}
          name="comment_text"
          rows={5}
          maxLength={maxCommentLength * 2}
          placeholder={messages.commentPlaceholder}
          // biome-ignore lint/a11y/noAutofocus: the reader has asked for the form
          autoFocus={props.formId !== undefined}
          defaultValue={rejected?.text}
          aria-invalid={error !== ''}
          aria-describedby={`${id}error`}
          onChange={({ target }) => writeStorage('session', draft, target.value || null)}
        />
      </p>
      {mail && (
        <p className="field notify">
          <label>
            <input type="checkbox" name="notify" defaultChecked={rejected?.mail !== undefined} />
            {messages.tellMe}
          </label>
          <label htmlFor={`${id}mail`}>{messages.email}</label>
          <input
            id={`${id}mail`}
            name="notify_address"
            inputMode="email"
            maxLength={254}
            autoComplete="email"
            defaultValue={rejected?.mail}
          />
        </p>
      )}
      {/* A honeypot: people never see this field, so only bots fill it in. */}
      <p className="decoy" aria-hidden="true">
        <input name="website" aria-label="Website" tabIndex={-1} autoComplete="off" />
      </p>
      <p className="error" id={`${id}error`} role="alert">
        {error}
      </p>
      <button type="submit" className="primary" aria-disabled={sending || undefined}>
        {messages.submit}
      </button>
    </form>
  );
}

/** The focused button was removed, so the message takes the focus. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** From here on the page shows this browser its own comments. */
export function showOwn(postUrl: string, comment: Comment): void {
  history.replaceState(history.state, '', sentUrl(postUrl, comment));
  refresh('comment-list');
}

/**
 * `focused`: the comment was sent with JavaScript; a page load leaves the focus alone, except that it leads to the place of a
 * reply.
 */
export function ThankYou({
  focused,
  published,
  isReply = false,
}: {
  focused: boolean;
  published: boolean;
  isReply?: boolean;
}) {
  const messages = useIslandMessages();
  return (
    <p
      className="thank-you"
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: where the reader was
      autoFocus={isReply}
      ref={focused ? takeFocus : undefined}
    >
      {published ? messages.commentPublished : messages.commentThanks}
    </p>
  );
}
