import { useRef, useState, useSyncExternalStore } from 'react';
import { keep, recall } from '../ui/storage.ts';

/** What somebody typed and did not save, kept in this browser until it is saved or thrown away. */
export type Typed<Values> = {
  /** What it is, and where it can be continued. */
  name: string;
  path: string;
  at: string;
  values: Values;
  /** Its form was left on purpose: it is offered, but no longer put back by itself. */
  aside?: boolean;
};

const prefix = 'typed:';
const listeners = new Set<() => void>();
let known: readonly (Typed<unknown> & { key: string })[] | null = null;

function changed(): void {
  known = null;
  for (const listener of listeners) listener();
}

function read<Values>(key: string): Typed<Values> | null {
  try {
    return JSON.parse(recall('local', prefix + key) ?? 'null');
  } catch {
    return null;
  }
}

export function keepTyped<Values>(key: string, typed: Typed<Values> | null): void {
  keep('local', prefix + key, typed && JSON.stringify(typed));
  changed();
}

const besideMark = ':beside';

/** Keeps a second text of the same form, to be offered beside the first. */
export const keepBeside = <Values>(key: string, typed: Typed<Values>): void =>
  keepTyped(key + besideMark, { ...typed, aside: true });

/** Makes what waits the text that its form opens with. */
export function continueTyped(key: string): void {
  const typed = read(key);
  if (!typed) return;
  keepTyped(key, null);
  keepTyped(key.replace(besideMark, ''), { ...typed, aside: false });
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function all() {
  known ??= keys()
    .flatMap((name) => {
      const key = name.slice(prefix.length);
      const typed = read<unknown>(key);
      return typed ? [{ ...typed, key }] : [];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  return known;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', changed);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', changed);
  };
}

/** Everything that waits in this browser to be continued, newest first. */
export const useAllTyped = () => useSyncExternalStore(subscribe, all, all);

export type Form<Values> = {
  key: string;
  values: Values;
  change(part: Partial<Values>): void;
  /** When what is shown was typed, if it was brought back from an earlier visit. */
  restored: string | null;
  /** Counts the times that other values took the place of the typed ones. */
  edition: number;
  /** Shows these values instead, and keeps nothing. */
  reset(values: Values): void;
  /** Lets go of what was kept, because it is saved. */
  forget(): void;
  setAside(): void;
};

/** The values of a form, kept while they differ from what is saved. */
export function useTyped<Values extends object>(
  key: string,
  saved: Values,
  about: { name: (values: Values) => string; path: string },
): Form<Values> {
  const [state, setState] = useState(() => {
    const typed = read<Values>(key);
    return typed && !typed.aside
      ? { values: { ...saved, ...typed.values }, restored: typed.at, edition: 0 }
      : { values: saved, restored: null, edition: 0 };
  });
  // An editor may hold on to the first `change` it was given: the newest values are found here by all of them.
  const latest = useRef(state.values);

  const change = (part: Partial<Values>) => {
    const values = { ...latest.current, ...part };
    latest.current = values;
    setState((before) => ({ ...before, values }));
    const { name, path } = about;
    const same = JSON.stringify(values) === JSON.stringify(saved);
    keepTyped(key, same ? null : { name: name(values), path, at: new Date().toISOString(), values });
  };
  const forget = () => keepTyped(key, null);
  const reset = (values: Values) => {
    latest.current = values;
    setState(({ edition }) => ({ values, restored: null, edition: edition + 1 }));
    forget();
  };
  const setAside = () => {
    const typed = read<Values>(key);
    if (typed) keepTyped(key, { ...typed, aside: true });
  };
  return { key, ...state, change, reset, forget, setAside };
}
