import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { QueuedComment } from '../api/comments.ts';
import { CommentMenu } from './comment-menu.tsx';
import { type Handled, rowId, type Verb } from './use-queue.ts';

/** Where a comment came from, unless it was written here. */
const sources: Record<string, string> = {
  local: '',
  import: t('Imported'),
  pingback: t('Pingback'),
  trackback: t('Trackback'),
  webmention: t('Webmention'),
  fediverse: t('Fediverse'),
  bluesky: t('Bluesky'),
  mastodon: t('Mastodon'),
  report: t('Report'),
};

const suspicions = { some: t('Closer look'), likely: t('Likely spam') } as const;
const people = { trusted: t('Trusted'), blocked: t('Blocked') } as const;

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
  const label = t('Comment of {name} on {title}', { name, title: titleOf(comment) });
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
              {t('Undo')}
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
        aria-label={t('Select the comment of {userName} on {title}', {
          userName: comment.user_name,
          title: titleOf(comment),
        })}
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
        {rich('{date} on {post}', {
          date: <FormattedDate date={comment.date_added} style="full" />,
          post: <Link to={urls.post(comment.post_title_web)}>{titleOf(comment)}</Link>,
        })}
        {comment.source !== 'local' && <Source comment={comment} />}
        {!approved && <span className="chip">{t('Waiting')}</span>}
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
          {rich('In reply to {name}: {excerpt}', {
            name: <bdi>{comment.parent.user_name}</bdi>,
            excerpt: <q dir="auto">{comment.parent.excerpt}</q>,
          })}
        </p>
      )}
      <p className="text" dir="auto">
        {comment.comment_text}
      </p>
      {!approved && comment.reasons.length > 0 && (
        <p className="reasons">{t('Reasons: {reasons}', { reasons: comment.reasons.join('; ') })}</p>
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
              {approved ? t('unnapprove') : t('approve')}
            </button>
            <button type="button" className="quiet" aria-keyshortcuts="r" onClick={() => onWrite('answer')}>
              {t('answer')}
            </button>
          </>
        )}
        {comment.user_name !== 'Admin' && !isReport && (
          <button type="button" className="quiet" aria-keyshortcuts="s" onClick={() => onAct('spam')}>
            {t('spam')}
          </button>
        )}
        <button type="button" className="quiet danger" aria-keyshortcuts="d" onClick={() => onAct('delete')}>
          {t('delete')}
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
