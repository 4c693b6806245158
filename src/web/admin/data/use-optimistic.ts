import { useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useNotices } from '../frame/notices.tsx';
import { focusHeading } from '../frame/screen-title.tsx';

/** What the server sent, to be changed ahead of its answers; whatever is loaded anew takes its place. */
export function useOptimisticState<Thing>(loaded: Thing) {
  const [state, setState] = useState({ loaded, shown: loaded });
  if (state.loaded !== loaded) setState({ loaded, shown: loaded });
  const change = useCallback(
    (how: (shown: Thing) => Thing) => setState((before) => ({ ...before, shown: how(before.shown) })),
    [],
  );
  return [state.shown, change] as const;
}

/** A list whose changes show at once and are undone, with the reason, when the server refuses. */
export function useOptimisticList<Item>(loaded: Item[]) {
  const [items, change] = useOptimisticState(loaded);
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  const attempt = async (next: Item[], call: () => Promise<unknown>, done: string) => {
    change(() => next);
    try {
      await call();
    } catch (error) {
      change(() => items);
      return reportError(error);
    }
    notify(done);
    await revalidate();
    // What had the focus may have left the list.
    if (document.activeElement === document.body) focusHeading();
  };
  return { items, attempt };
}
