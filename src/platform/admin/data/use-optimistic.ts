import { useCallback, useState } from 'react';
import { focusHeading } from '../frame/screen-title.tsx';
import { useAction } from './use-action.ts';

/**
 * State that starts as the loaded data, can be changed before the server confirms, and is replaced when data is loaded
 * again. Not React's useOptimistic: it needs a transition, and React would hold back navigation until that ends.
 */
export function useOptimisticState<State>(loaded: State) {
  const [state, setState] = useState({ loaded, current: loaded });
  if (state.loaded !== loaded) setState({ loaded, current: loaded });
  const update = useCallback(
    (change: (current: State) => State) =>
      setState((before) => ({ ...before, current: change(before.current) })),
    [],
  );
  return [state.current, update] as const;
}

/** A list that is changed optimistically: if the request fails, the change is rolled back and the error shown. */
export function useOptimisticList<Item>(loaded: Item[]) {
  const [items, setItems] = useOptimisticState(loaded);
  const run = useAction();
  const update = async (next: Item[], request: () => Promise<unknown>, done: string | (() => void)) => {
    setItems(() => next);
    if (!(await run(request, done))) return setItems(() => items);
    // The focused element may have been removed with its item.
    if (document.activeElement === document.body) focusHeading();
  };
  return { items, update, edit: (next: Item[]) => setItems(() => next) };
}
