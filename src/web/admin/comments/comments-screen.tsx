import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import type { QueuedComment } from '../../../contract/comments.ts';
import { urls } from '../../../contract/urls.ts';
import { commentsApproved, commentsDeleted, commentsUnapproved } from '../../../messages/owner.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { useConfirm } from '../controls/confirm.tsx';
import { FilterSelect } from '../controls/filter-select.tsx';
import { titleOf } from '../controls/format.ts';
import { Nothing } from '../controls/nothing.tsx';
import { loadPage, Pager } from '../controls/pager.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useOptimisticList } from '../data/use-optimistic.ts';
import { ScreenTitle } from '../frame/screen-title.tsx';

const pageSize = 25;
const states = { waiting: 'Waiting', spam: 'Likely spam', approved: 'Approved', all: 'All' } as const;
type State = keyof typeof states;
const emptyTexts: Record<State, string> = {
  waiting: 'No comments are waiting.',
  spam: 'No waiting comment looks like spam.',
  approved: 'There are no comments.',
  all: 'There are no comments.',
};

function stateOf(params: URLSearchParams): State {
  const state = params.get('state') ?? '';
  return Object.hasOwn(states, state) ? (state as State) : 'waiting';
}

export const loader = guarded(({ request }: LoaderFunctionArgs) => {
  const state = stateOf(new URL(request.url).searchParams);
  return loadPage(request, pageSize, (range) =>
    adminApi.comments({
      state: state === 'all' ? '' : state,
      sort: state === 'waiting' ? 'trust' : 'date',
      ...range,
    }),
  );
});

/** The moderation queue: the comments of all posts. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const state = stateOf(params);
  const { comments, selected, select, approve, remove } = useQueue(items);
  const allSelected = comments.length > 0 && comments.every(({ id }) => selected.has(id));
  const ids = comments.map(({ id }) => id).filter((id) => selected.has(id));
  const actions = [
    ...(state === 'approved' ? [] : [{ name: 'approve', run: () => approve(ids, true) }]),
    ...(state === 'waiting' || state === 'spam'
      ? []
      : [{ name: 'unnapprove', run: () => approve(ids, false) }]),
    { name: 'delete', run: () => remove(ids) },
  ];
  return (
    <section>
      <ScreenTitle
        action={
          <div className="filters">
            <FilterSelect label="Show" parameter="state" value={state} options={Object.entries(states)} />
          </div>
        }
      >
        Comments
      </ScreenTitle>
      {comments.length === 0 ? (
        <Nothing
          text={emptyTexts[state]}
          action={state !== 'all' && <Link to="?state=all">Show all comments</Link>}
        />
      ) : (
        <>
          <fieldset className="above-list">
            <legend className="visually-hidden">Selected comments</legend>
            <label>
              <input
                type="checkbox"
                checked={allSelected}
                onChange={() => select(allSelected ? [] : comments.map(({ id }) => id))}
              />
              Select all
            </label>
            {actions.map(({ name, run }) => (
              <button
                key={name}
                type="button"
                className={name === 'delete' ? 'quiet danger' : 'quiet'}
                disabled={ids.length === 0}
                onClick={() => void run()}
              >
                {name} selected
              </button>
            ))}
            <span role="status">{ids.length > 0 && `${ids.length} selected`}</span>
          </fieldset>
          <ul className="admin-comments" aria-label="Comments">
            {comments.map((comment) => (
              <QueueItem
                key={comment.id}
                comment={comment}
                isSelected={selected.has(comment.id)}
                onSelect={(isSelected) =>
                  select(
                    isSelected ? [...selected, comment.id] : [...selected].filter((id) => id !== comment.id),
                  )
                }
                onApprove={() => void approve([comment.id], !comment.approved)}
                onRemove={() => void remove([comment.id])}
              />
            ))}
          </ul>
        </>
      )}
      <Pager total={total} size={pageSize} name="comments" />
    </section>
  );
}

/** Where a comment came from, unless it was written here. */
const sources: Record<string, string> = {
  local: '',
  import: 'Imported',
  pingback: 'Pingback',
  trackback: 'Trackback',
};

const suspicions = { some: 'Closer look', likely: 'Likely spam' } as const;

function QueueItem(props: {
  comment: QueuedComment;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onApprove: () => void;
  onRemove: () => void;
}) {
  const { comment } = props;
  return (
    <li className={comment.approved ? undefined : 'waiting'}>
      <input
        type="checkbox"
        aria-label={`Select the comment of ${comment.user_name} on ${titleOf(comment)}`}
        checked={props.isSelected}
        onChange={(event) => props.onSelect(event.target.checked)}
      />
      <p className="comment-meta">
        <strong className={comment.user_name === 'Admin' ? 'admin-name' : undefined}>
          {comment.display_name ?? comment.user_name}
        </strong>{' '}
        <FormattedDate date={comment.date_added} style="full" />
        {' on '}
        <Link to={urls.post(comment.post_title_web)}>{titleOf(comment)}</Link>
        {comment.source !== 'local' && (
          <span className="chip">{sources[comment.source] ?? comment.source}</span>
        )}
        {!comment.approved && <span className="chip">Waiting</span>}
        {!comment.approved && comment.suspicion !== 'none' && (
          <span className={`chip ${comment.suspicion}`}>{suspicions[comment.suspicion]}</span>
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
      <p className="text">{comment.comment_text}</p>
      {!comment.approved && comment.reasons.length > 0 && (
        <p className="reasons">Reasons: {comment.reasons.join('; ')}</p>
      )}
      <p className="actions">
        <button type="button" onClick={props.onApprove}>
          {comment.approved ? 'unnapprove' : 'approve'}
        </button>
        <button type="button" className="quiet danger" onClick={props.onRemove}>
          delete
        </button>
      </p>
    </li>
  );
}

function useQueue(loaded: QueuedComment[]) {
  const { items: comments, update } = useOptimisticList(loaded);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const confirm = useConfirm();
  return {
    comments,
    selected,
    select: (ids: number[]) => setSelected(new Set(ids)),
    approve: (ids: number[], approved: boolean) => {
      setSelected(new Set());
      return update(
        comments.map((comment) => (ids.includes(comment.id) ? { ...comment, approved } : comment)),
        () => adminApi.approveMany(ids, approved),
        (approved ? commentsApproved : commentsUnapproved)(ids.length),
      );
    },
    remove: async (ids: number[]) => {
      const first = comments.find(({ id }) => ids.includes(id));
      const isOne = ids.length === 1 && first !== undefined;
      const confirmed = await confirm({
        title: isOne ? 'Delete this comment?' : `Delete ${ids.length} comments?`,
        text: isOne
          ? `The comment of ${first.user_name} on "${titleOf(first)}" will be deleted permanently.`
          : `${ids.length} comments will be deleted permanently.`,
      });
      if (confirmed)
        await update(
          comments.filter(({ id }) => !ids.includes(id)),
          () => adminApi.removeComments(ids),
          commentsDeleted(ids.length),
        );
    },
  };
}
