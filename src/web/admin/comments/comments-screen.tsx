import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import type { QueuedComment } from '../../../contract/comments.ts';
import { urls } from '../../../contract/urls.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { useConfirm } from '../controls/confirm.tsx';
import { Pager, pageNumber, redirectToLastPage, useFilterChange } from '../controls/pager.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { useOptimisticList } from '../data/use-optimistic.ts';
import { ScreenTitle } from '../frame/screen-title.tsx';

const size = 25;
const states = { waiting: 'Waiting', spam: 'Likely spam', approved: 'Approved', all: 'All' } as const;
type State = keyof typeof states;
const nothing: Record<State, string> = {
  waiting: 'No comment is waiting.',
  spam: 'No waiting comment looks like spam.',
  approved: 'There are no comments.',
  all: 'There are no comments.',
};

function stateOf(params: URLSearchParams): State {
  const state = params.get('state') ?? '';
  return Object.hasOwn(states, state) ? (state as State) : 'waiting';
}

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  const state = stateOf(searchParams);
  const list = await adminApi.comments({
    state: state === 'all' ? '' : state,
    sort: state === 'waiting' ? 'trust' : 'date',
    limit: size,
    offset: (pageNumber(searchParams) - 1) * size,
  });
  redirectToLastPage(request, list.total, size);
  return list;
});

/** Every comment of the site in one queue. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const changeFilters = useFilterChange();
  const state = stateOf(params);
  const { comments, chosen, choose, approve, remove } = useQueue(items);
  const all = comments.length > 0 && comments.every(({ id }) => chosen.has(id));
  const ids = comments.map(({ id }) => id).filter((id) => chosen.has(id));
  const acts = [
    ...(state === 'approved' ? [] : [{ name: 'approve', act: () => approve(ids, true) }]),
    ...(state === 'waiting' || state === 'spam'
      ? []
      : [{ name: 'unnapprove', act: () => approve(ids, false) }]),
    { name: 'delete', act: () => remove(ids) },
  ];
  return (
    <section>
      <ScreenTitle>Comments</ScreenTitle>
      <div className="filters">
        <label>
          Show
          <select value={state} onChange={(event) => changeFilters({ state: event.target.value })}>
            {Object.entries(states).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {comments.length === 0 ? (
        <p className="nothing">{nothing[state]}</p>
      ) : (
        <>
          <fieldset className="bulk">
            <legend className="visually-hidden">Chosen comments</legend>
            <label>
              <input
                type="checkbox"
                checked={all}
                onChange={() => choose(all ? [] : comments.map(({ id }) => id))}
              />
              Choose all
            </label>
            {acts.map(({ name, act }) => (
              <button
                key={name}
                type="button"
                className={name === 'delete' ? 'danger' : undefined}
                disabled={ids.length === 0}
                onClick={() => void act()}
              >
                {name} chosen
              </button>
            ))}
            <span role="status">{ids.length > 0 && `${ids.length} chosen`}</span>
          </fieldset>
          <ul className="said queue" aria-label="Comments">
            {comments.map((comment) => (
              <Queued
                key={comment.id}
                comment={comment}
                chosen={chosen.has(comment.id)}
                onChoose={(yes) =>
                  choose(yes ? [...chosen, comment.id] : [...chosen].filter((id) => id !== comment.id))
                }
                onApprove={() => void approve([comment.id], !comment.approved)}
                onRemove={() => void remove([comment.id])}
              />
            ))}
          </ul>
        </>
      )}
      <Pager total={total} size={size} name="comments" />
    </section>
  );
}

const suspicions = { some: 'Closer look', likely: 'Likely spam' } as const;

function Queued(props: {
  comment: QueuedComment;
  chosen: boolean;
  onChoose: (yes: boolean) => void;
  onApprove: () => void;
  onRemove: () => void;
}) {
  const { comment } = props;
  return (
    <li className={comment.approved ? undefined : 'waiting'}>
      <p className="who">
        <input
          type="checkbox"
          aria-label={`Choose the comment of ${comment.user_name} on ${comment.post_title || 'Untitled'}`}
          checked={props.chosen}
          onChange={(event) => props.onChoose(event.target.checked)}
        />
        <strong className={comment.user_name === 'Admin' ? 'admin-name' : undefined}>
          {comment.user_name}
        </strong>
        <FormattedDate date={comment.date_added} style="full" />
        {' on '}
        <Link to={urls.post(comment.post_title_web)}>{comment.post_title || 'Untitled'}</Link>
        {!comment.approved && <span className="chip">Waiting</span>}
        {!comment.approved && comment.suspicion !== 'none' && (
          <span className={`chip ${comment.suspicion}`}>{suspicions[comment.suspicion]}</span>
        )}
      </p>
      <p className="text">{comment.comment_text}</p>
      {!comment.approved && comment.reasons.length > 0 && (
        <p className="reasons">Noticed: {comment.reasons.join('; ')}</p>
      )}
      <p className="actions">
        <button type="button" onClick={props.onApprove}>
          {comment.approved ? 'unnapprove' : 'approve'}
        </button>
        <button type="button" className="danger" onClick={props.onRemove}>
          delete
        </button>
      </p>
    </li>
  );
}

/** The comments of one page and what is done to them: shown at once, undone when the server refuses. */
function useQueue(loaded: QueuedComment[]) {
  const { items: comments, attempt } = useOptimisticList(loaded);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const confirm = useConfirm();
  return {
    comments,
    chosen,
    choose: (ids: number[]) => setChosen(new Set(ids)),
    approve: (ids: number[], approved: boolean) => {
      setChosen(new Set());
      return attempt(
        comments.map((comment) => (ids.includes(comment.id) ? { ...comment, approved } : comment)),
        () => adminApi.approveMany(ids, approved),
        `${counted(ids)} ${approved ? 'approved' : 'no longer approved'}.`,
      );
    },
    remove: async (ids: number[]) => {
      const [first] = comments.filter(({ id }) => ids.includes(id));
      const sure = await confirm({
        title: ids.length === 1 ? 'Delete this comment?' : `Delete ${ids.length} comments?`,
        text:
          ids.length === 1
            ? `The comment of ${first?.user_name} on "${first?.post_title || 'Untitled'}" will be deleted for good.`
            : `${ids.length} comments will be deleted for good.`,
      });
      if (sure)
        await attempt(
          comments.filter(({ id }) => !ids.includes(id)),
          () => adminApi.removeComments(ids),
          `${counted(ids)} deleted.`,
        );
    },
  };
}

const counted = (ids: number[]): string =>
  ids.length === 1 ? 'The comment was' : `${ids.length} comments were`;
