import { useCallback, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { maxPageSize } from '../../../platform/http/api/limits.ts';
import { undone } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { QueuedComment } from '../api/comments.ts';
import * as messages from '../messages.ts';
import { commentCalls } from './calls.ts';
import { refreshWaitingComments } from './waiting-comments.tsx';

export type Verb = 'approve' | 'unapprove' | 'delete' | 'spam';
/** What was done with a comment, and how high its row was: it keeps its place until the next load. */
export type Handled = { text: string; height: number; undo: () => Promise<void> };

export const doneTexts: Record<Verb, (count: number) => string> = {
  approve: messages.commentsApproved,
  unapprove: messages.commentsUnapproved,
  delete: messages.commentsDeleted,
  spam: messages.commentsMarkedSpam,
};
const rowTexts: Record<Verb, string> = {
  approve: t('Approved'),
  unapprove: t('Unapproved'),
  delete: t('Deleted'),
  spam: t('Deleted as spam'),
};

/** One notice at a time offers to undo: that of the latest action. */
export const undoTopic = 'comments';

export const rowId = (id: number): string => `comment-${id}`;
const heightOf = (id: number): number =>
  document.getElementById(rowId(id))?.getBoundingClientRect().height ?? 0;

async function inParts(ids: number[], run: (part: number[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += maxPageSize) await run(ids.slice(from, from + maxPageSize));
}

const request = (verb: Verb, ids: number[]) =>
  inParts(ids, (part) =>
    verb === 'approve' || verb === 'unapprove'
      ? commentCalls.approveMany({ ids: part, state: verb === 'approve' })
      : commentCalls.remove(part, verb === 'spam'),
  );

const requestUndo = (verb: Verb, ids: number[]) =>
  inParts(ids, (part) =>
    verb === 'approve' || verb === 'unapprove'
      ? commentCalls.approveMany({ ids: part, state: verb === 'unapprove' })
      : commentCalls.restore({ ids: part }),
  );

type State = { loaded: QueuedComment[]; comments: QueuedComment[]; handled: ReadonlyMap<number, Handled> };
const fresh = (loaded: QueuedComment[]): State => ({ loaded, comments: loaded, handled: new Map() });

/**
 * The comments of a page and what was done with them. Nothing is loaded again after an action: rows keep their places, so that a
 * second click does not reach a comment that moved under the pointer.
 */
export function useQueue(loaded: QueuedComment[]) {
  const [state, setState] = useState(() => fresh(loaded));
  if (state.loaded !== loaded) setState(fresh(loaded));
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  /** The latest action that can be undone. */
  const latest = useRef<(() => Promise<void>) | null>(null);
  const shown = useRef(state);
  shown.current = state;

  const setHandled = useCallback(
    (ids: readonly number[], of: (id: number) => Handled | null) =>
      setState((before) => {
        const handled = new Map(before.handled);
        for (const id of ids) {
          const next = of(id);
          if (next) handled.set(id, next);
          else handled.delete(id);
        }
        return { ...before, handled };
      }),
    [],
  );
  const replace = useCallback(
    (id: number, change: Partial<QueuedComment>) =>
      setState((before) => ({
        ...before,
        comments: before.comments.map((one) => (one.id === id ? { ...one, ...change } : one)),
      })),
    [],
  );

  /** Does it, shows it at once, and offers to undo it, also before the server has answered. */
  const perform = async (
    ids: number[],
    texts: { row: string; done: string },
    work: () => Promise<unknown>,
    revert: () => Promise<unknown>,
  ): Promise<boolean> => {
    const todo = ids.filter((id) => !shown.current.handled.has(id));
    if (todo.length === 0) return false;
    const heights = new Map(ids.map((id) => [id, heightOf(id)]));
    const earlier = latest.current;
    const working = work();
    let isUndone = false;
    const undo = async () => {
      if (isUndone) return;
      isUndone = true;
      const isLatest = latest.current === undo;
      if (isLatest) latest.current = null;
      // The two requests could arrive in the other order. A failure of the first is reported below.
      if (
        !(await working.then(
          () => true,
          () => false,
        ))
      )
        return;
      try {
        await revert();
        if (ids.every((id) => shown.current.handled.has(id))) {
          setHandled(ids, () => null);
        } else await revalidate();
        // The notice that offered it is replaced; one of a later action stays.
        notify(undone, undefined, isLatest ? undoTopic : undefined);
      } catch (error) {
        isUndone = false;
        reportError(error);
      }
      await refreshWaitingComments();
    };
    setHandled(ids, (id) => ({ text: texts.row, height: heights.get(id) ?? 0, undo }));
    latest.current = undo;
    try {
      await working;
    } catch (error) {
      if (latest.current === undo) latest.current = earlier;
      setHandled(ids, () => null);
      reportError(error);
      return false;
    }
    if (!isUndone) notify(texts.done, undo, undoTopic);
    await refreshWaitingComments();
    return true;
  };

  return {
    comments: state.comments,
    handled: state.handled,
    replace,
    perform,
    act: (verb: Verb, chosen: number[]) => {
      const ids = chosen.filter((id) => !shown.current.handled.has(id));
      return perform(
        ids,
        { row: rowTexts[verb], done: doneTexts[verb](ids.length) },
        () => request(verb, ids),
        () => requestUndo(verb, ids),
      );
    },
    undoLatest: () => void latest.current?.(),
    /** An action on comments of all pages, which is not shown in rows. */
    setLatest: (undo: () => Promise<void>) => {
      latest.current = undo;
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
