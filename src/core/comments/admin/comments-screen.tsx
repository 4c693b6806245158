import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { FilterSelect } from '../../../platform/admin/controls/filter-select.tsx';
import { titleOf } from '../../../platform/admin/controls/format.ts';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../platform/admin/controls/pager.tsx';
import { type Selection, useSelection } from '../../../platform/admin/controls/use-selection.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { focusHeading, ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { QueuedComment } from '../api/comments.ts';
import { commentCalls } from './calls.ts';
import { QueueActions } from './queue-actions.tsx';
import { QueueItem } from './queue-item.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { TextForm } from './text-form.tsx';
import { useAllMatching } from './use-all-matching.ts';
import { type Queue, rowId, useQueue, type Verb } from './use-queue.ts';
import { useShortcutSetting, useShortcuts } from './use-shortcuts.ts';
import { useWriting } from './use-writing.ts';
import './comments.css';

const pageSize = 25;
const states = {
  waiting: t('Waiting'),
  spam: t('Likely spam'),
  approved: t('Approved'),
  all: t('All'),
} as const;
type State = keyof typeof states;
const emptyTexts: Record<State, string> = {
  waiting: t('No comments are waiting.'),
  spam: t('No waiting comment looks like spam.'),
  approved: t('There are no comments.'),
  all: t('There are no comments.'),
};

function stateOf(params: URLSearchParams): State {
  const state = params.get('state') ?? '';
  return Object.hasOwn(states, state) ? (state as State) : 'waiting';
}

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const state = stateOf(new URL(request.url).searchParams);
  const [listed, spam] = await Promise.all([
    loadPage(request, pageSize, (range) =>
      commentCalls.queue({
        state: state === 'all' ? '' : state,
        sort: state === 'waiting' ? 'trust' : 'date',
        ...range,
      }),
    ),
    state === 'waiting' || state === 'spam' ? commentCalls.queue({ state: 'spam', limit: 1 }) : null,
  ]);
  return { ...listed, likelySpam: spam?.total ?? 0 };
});

/** The moderation queue: the comments of all posts. */
export function Component() {
  const { items, total, likelySpam } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const state = stateOf(params);
  const queue = useQueue(items);
  const { comments, handled } = queue;
  const open = comments.filter(({ id }) => !handled.has(id));
  const selection = useSelection(open.map(({ id }) => id));
  const all = useAllMatching(state, queue.setLatest);
  const act = useAct(queue, selection);
  const reload = useReload(items);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const shortcuts = useShortcutSetting();
  return (
    <section>
      <ScreenTitle
        action={
          <div className="filters">
            <FilterSelect
              label={t('Show')}
              parameter="state"
              value={state}
              options={Object.entries(states)}
            />
          </div>
        }
      >
        {t('Comments')}
      </ScreenTitle>
      {comments.length === 0 ? (
        <Nothing
          text={emptyTexts[state]}
          action={state !== 'all' && <Link to="?state=all">{t('Show all comments')}</Link>}
        />
      ) : (
        <QueueActions
          filter={state}
          listed={open.length}
          total={total}
          likelySpam={likelySpam}
          selection={selection}
          all={all}
          onAct={(verb) => void act(verb, selection.ids)}
          onHelp={() => setHelpOpen(true)}
        />
      )}
      <CommentList
        queue={queue}
        selection={selection}
        act={act}
        hasShortcuts={shortcuts[0]}
        onHelp={() => setHelpOpen(true)}
      />
      {handled.size === 0 ? (
        <Pager total={total} size={pageSize} name={t('comments')} />
      ) : (
        <NextComments isPageDone={open.length === 0} hasMore={total > comments.length} onLoad={reload} />
      )}
      {isHelpOpen && (
        <ShortcutHelp isOn={shortcuts[0]} onChange={shortcuts[1]} onClose={() => setHelpOpen(false)} />
      )}
    </section>
  );
}

type Act = (verb: Verb, ids: number[]) => Promise<void>;

/** What readers see is deleted after a question; what waits is deleted at once, because it can be restored. */
function useAct(queue: Queue, selection: Selection): Act {
  const confirm = useConfirm();
  return async (verb, ids) => {
    const chosen = queue.comments.filter(({ id }) => ids.includes(id) && !queue.handled.has(id));
    const [first] = chosen;
    if (!first) return;
    if ((verb === 'delete' || verb === 'spam') && chosen.some(({ approved }) => approved)) {
      const isOne = chosen.length === 1;
      const confirmed = await confirm({
        title: isOne ? t('Delete this comment?') : t('Delete {count} comments?', { count: chosen.length }),
        text: isOne
          ? t('The comment of {userName} on "{title}" will be deleted.', {
              userName: first.user_name,
              title: titleOf(first),
            })
          : t('{count} comments will be deleted.', { count: chosen.length }),
      });
      if (!confirmed) return;
    }
    const isSelection = chosen.length > 1 || selection.has(first.id);
    if (isSelection) selection.selectAll(false);
    await queue.act(
      verb,
      chosen.map(({ id }) => id),
    );
  };
}

type ListProps = {
  queue: Queue;
  selection: Selection;
  act: Act;
  hasShortcuts: boolean;
  onHelp: () => void;
};

function CommentList({ queue, selection, act, hasShortcuts, onHelp }: ListProps) {
  const { comments, handled } = queue;
  const [currentId, setCurrentId] = useState<number | null>(null);
  const writing = useWriting(queue);
  const current = comments.find(({ id }) => id === currentId) ?? comments[0];

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the screen opens
  useEffect(() => {
    // Fingers have no use for a current comment.
    if (current && matchMedia('(any-hover: hover)').matches)
      document.getElementById(rowId(current.id))?.focus({ preventScroll: true });
  }, []);
  const focus = (id: number | undefined) => {
    if (id === undefined) return;
    setCurrentId(id);
    document.getElementById(rowId(id))?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const id = Number(target.closest('[data-comment]')?.getAttribute('data-comment'));
    if (id) setCurrentId(id);
  };
  const neighbor = (step: 1 | -1): number | undefined =>
    comments[comments.findIndex(({ id }) => id === current?.id) + step]?.id;
  /** By button: the focus stays in the row, on something that a second press of the key does not use. */
  const actOn = ({ id }: QueuedComment, verb: Verb) => {
    document.getElementById(rowId(id))?.focus({ preventScroll: true });
    void act(verb, [id]);
  };
  /** By key: on the selection, if there is one. */
  const actByKey = (verb: Verb) => {
    const ids = selection.ids.length > 0 ? selection.ids : current ? [current.id] : [];
    const fitting = comments.filter(
      ({ id, approved, source }) =>
        ids.includes(id) && !(verb === 'approve' && (approved || source === 'report')),
    );
    if (current) document.getElementById(rowId(current.id))?.focus({ preventScroll: true });
    void act(
      verb,
      fitting.map(({ id }) => id),
    );
  };
  const write = (kind: 'answer' | 'edit') => {
    if (current && !handled.has(current.id) && current.source !== 'report') writing.open(current, kind);
  };
  useShortcuts(hasShortcuts, {
    move: (step, extend) => {
      const next = neighbor(step);
      if (extend && current && !handled.has(current.id)) selection.set(current.id, true, false);
      if (extend && next !== undefined && !handled.has(next)) selection.set(next, true, false);
      focus(next);
    },
    select: (range) => {
      if (current && !handled.has(current.id))
        selection.set(current.id, range || !selection.has(current.id), range);
    },
    approve: () => actByKey('approve'),
    spam: () => actByKey('spam'),
    remove: () => actByKey('delete'),
    answer: () => write('answer'),
    edit: () => write('edit'),
    undo: queue.undoLatest,
    help: onHelp,
  });
  if (comments.length === 0) return null;
  return (
    <ul className="admin-comments" aria-label={t('Comments')} onFocus={onFocus}>
      {comments.map((comment) => (
        <QueueItem
          key={comment.id}
          comment={comment}
          handled={handled.get(comment.id)}
          isSelected={selection.has(comment.id)}
          isCurrent={comment.id === current?.id}
          onSelect={(isSelected, range) => selection.set(comment.id, isSelected, range)}
          onAct={(verb) => actOn(comment, verb)}
          onWrite={(kind) => writing.open(comment, kind)}
          onChange={(change) => queue.replace(comment.id, change)}
          form={writing.formOf(comment.id) && <TextForm key={writing.kind} {...writing.form(comment)} />}
        />
      ))}
    </ul>
  );
}

/** Instead of the pages, whose borders have moved: what was done is no longer in the list when it is loaded again. */
function NextComments({ isPageDone, hasMore, onLoad }: NextProps) {
  return (
    <p className="actions">
      <button type="button" className={isPageDone ? 'primary' : undefined} onClick={onLoad}>
        {hasMore ? t('Show the next comments') : t('Refresh the list')}
      </button>
    </p>
  );
}

type NextProps = { isPageDone: boolean; hasMore: boolean; onLoad: () => void };

/** Loads the list again, and moves the focus to its beginning. */
function useReload(loaded: readonly QueuedComment[]): () => void {
  const { revalidate } = useRevalidator();
  const isAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list was loaded
  useEffect(() => {
    if (!isAsked.current) return;
    isAsked.current = false;
    const first = document.querySelector<HTMLElement>('.admin-comments article');
    if (!first) return focusHeading();
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: 'center' });
  }, [loaded]);
  return () => {
    isAsked.current = true;
    void revalidate();
  };
}
