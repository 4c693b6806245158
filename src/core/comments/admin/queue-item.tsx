import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { urls } from '../../../platform/http/urls.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { QueuedComment } from '../api/comments.ts';
import { CommentMenu } from './comment-menu.tsx';
import { type Handled, rowId, type Verb } from './use-queue.ts';

/** Where a comment came from, unless it was written here. */
const sources: Record<string, string> = {
  local: '',
  import: 'Imported',
  pingback: 'Pingback',
  trackback: 'Trackback',
  webmention: 'Webmention',
  fediverse: 'Fediverse',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  report: 'Report',
};

const suspicions = { some: 'Closer look', likely: 'Likely spam' } as const;
const people = { trusted: 'Trusted', blocked: 'Blocked' } as const;

type Props = {
  comment: QueuedComment;
  handled: Handled | undefined;
  isSelected: boolean;
  /** The one that Tab reaches; j and k move on from it. */
  isCurrent: boolean;
  onSelect: (isSelected: boolean, range: boolean) => void;
  onAct: (verb: Verb) => void;
  onWrite: (kind: 'answer' | 'edit') => void;
  onChange: (change: Partial<QueuedComment>) => void;
  /** The form of an answer, or of another text. */
  form: ReactNode;
};

export function QueueItem({ comment, handled, isCurrent, form, ...props }: Props) {
  const name = comment.display_name ?? comment.user_name;
  const label = `Comment of ${name} on ${titleOf(comment)}`;
  return (
    <li className={comment.approved ? undefined : 'waiting'}>
      <article
        id={rowId(comment.id)}
        data-comment={comment.id}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={handled ? `${label}: ${handled.text}` : label}
        className={handled ? 'handled' : undefined}
        // As high as before, so that the next comment does not move under the pointer.
        style={handled ? { minHeight: handled.height } : undefined}
      >
        {handled ? (
          <p className="handled-line">
            <span>
              {handled.text}: <bdi>{name}</bdi>
            </span>
            <button
              type="button"
              className="quiet"
              aria-keyshortcuts="z"
              onClick={(event) => {
                event.currentTarget.closest('article')?.focus({ preventScroll: true });
                void handled.undo();
              }}
            >
              Undo
            </button>
          </p>
        ) : (
          <Content comment={comment} name={name} {...props} />
        )}
        {!handled && form}
      </article>
    </li>
  );
}

function Content({
  comment,
  name,
  isSelected,
  onSelect,
  onAct,
  onWrite,
  onChange,
}: Omit<Props, 'handled' | 'isCurrent' | 'form'> & { name: string }) {
  const { approved, person_state } = comment;
  const isReport = comment.source === 'report';
  return (
    <>
      <input
        type="checkbox"
        aria-label={`Select the comment of ${comment.user_name} on ${titleOf(comment)}`}
        aria-keyshortcuts="x"
        checked={isSelected}
        onChange={(event) =>
          onSelect(event.target.checked, (event.nativeEvent as unknown as PointerEvent).shiftKey)
        }
      />
      <p className="comment-meta">
        <strong className={comment.user_name === 'Admin' ? 'admin-name' : undefined}>
          <bdi>{name}</bdi>
        </strong>{' '}
        <FormattedDate date={comment.date_added} style="full" />
        {' on '}
        <Link to={urls.post(comment.post_title_web)}>{titleOf(comment)}</Link>
        {comment.source !== 'local' && <Source comment={comment} />}
        {!approved && <span className="chip">Waiting</span>}
        {!approved && comment.suspicion !== 'none' && (
          <span className={`chip ${comment.suspicion}`}>{suspicions[comment.suspicion]}</span>
        )}
        {(person_state === 'trusted' || person_state === 'blocked') && (
          <span className={person_state === 'trusted' ? 'chip good' : 'chip likely'}>
            {people[person_state]}
          </span>
        )}
      </p>
      {comment.author_url && (
        <p className="comment-origin">
          <a href={comment.author_url} rel="ugc nofollow noreferrer">
            {comment.author_url}
          </a>
        </p>
      )}
      {comment.parent && (
        <p className="comment-origin">
          In reply to <bdi>{comment.parent.user_name}</bdi>: <q dir="auto">{comment.parent.excerpt}</q>
        </p>
      )}
      <p className="text" dir="auto">
        {comment.comment_text}
      </p>
      {!approved && comment.reasons.length > 0 && (
        <p className="reasons">Reasons: {comment.reasons.join('; ')}</p>
      )}
      <p className="actions">
        {!isReport && (
          <>
            <button
              type="button"
              className={approved ? 'quiet' : undefined}
              aria-keyshortcuts="a"
              onClick={() => onAct(approved ? 'unapprove' : 'approve')}
            >
              {approved ? 'unnapprove' : 'approve'}
            </button>
            <button type="button" className="quiet" aria-keyshortcuts="r" onClick={() => onWrite('answer')}>
              answer
            </button>
          </>
        )}
        {comment.user_name !== 'Admin' && !isReport && (
          <button type="button" className="quiet" aria-keyshortcuts="s" onClick={() => onAct('spam')}>
            spam
          </button>
        )}
        <button type="button" className="quiet danger" aria-keyshortcuts="d" onClick={() => onAct('delete')}>
          delete
        </button>
        <CommentMenu comment={comment} onEdit={() => onWrite('edit')} onChange={onChange} />
      </p>
    </>
  );
}

function Source({ comment: { source, origin_url } }: { comment: QueuedComment }) {
  const text = sources[source] ?? source;
  return origin_url ? (
    <a className="chip" href={origin_url} rel="ugc nofollow noreferrer">
      {text}
    </a>
  ) : (
    <span className="chip">{text}</span>
  );
}
