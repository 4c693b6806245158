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
  /** Somebody asked for it, so its form opens with it. */
  wanted?: boolean;
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
  keepTyped(key.replace(besideMark, ''), { ...typed, aside: false, wanted: true });
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
  /** The newest values, for code that waited for something since it was rendered. */
  latest(): Values;
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
  /** Whether something typed is neither saved nor set aside. */
  isUnsaved(): boolean;
  /** What was typed before and waits for an answer: with `take` it is shown, with `drop` it is thrown away. */
  offer: { name: string; at: string; values: Values; take(): void; drop(): void } | null;
};

type About<Values> = {
  name: (values: Values) => string;
  path: string;
  /** What was typed before is offered instead of put back; this is what another place kept of it. */
  offers?: { elsewhere: Typed<Values> | null; onDrop(): void };
};

const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The values of a form, kept while they differ from what is saved. */
export function useTyped<Values extends object>(
  key: string,
  saved: Values,
  about: About<Values>,
): Form<Values> {
  const [state, setState] = useState(() => begin(read<Values>(key), saved, about));
  // An editor may hold on to the first `change` it was given: the newest values are found here by all of them.
  const latest = useRef(state.values);
  const settled = useRef(saved);
  const waiting = useRef(state.offered);

  const change = (part: Partial<Values>) => {
    const values = { ...latest.current, ...part };
    // Whoever writes on without an answer to the offer can still give one later.
    if (waiting.current) keepBeside(key, waiting.current);
    waiting.current = null;
    latest.current = values;
    setState((before) => ({ ...before, values, offered: null }));
    const { name, path } = about;
    const same = alike(values, saved);
    keepTyped(key, same ? null : { name: name(values), path, at: new Date().toISOString(), values });
  };
  const show = (values: Values) => {
    latest.current = values;
    waiting.current = null;
    setState(({ edition }) => ({ values, restored: null, edition: edition + 1, offered: null }));
  };
  const forget = () => {
    settled.current = latest.current;
    keepTyped(key, null);
  };
  const setAside = () => {
    settled.current = latest.current;
    const typed = read<Values>(key);
    if (typed) keepTyped(key, { ...typed, aside: true });
  };
  const { offered, ...shown } = state;
  return {
    key,
    ...shown,
    latest: () => latest.current,
    change,
    reset: (values) => {
      show(values);
      forget();
    },
    forget,
    setAside,
    isUnsaved: () => !alike(latest.current, settled.current),
    offer: offered && {
      ...offered,
      take: () => {
        keepTyped(key, offered);
        show({ ...saved, ...offered.values });
      },
      drop: () => {
        keepTyped(key, null);
        about.offers?.onDrop();
        show(saved);
      },
    },
  };
}

function begin<Values extends object>(typed: Typed<Values> | null, saved: Values, { offers }: About<Values>) {
  const own = typed && !typed.aside ? typed : null;
  const fresh = { values: saved, restored: null, edition: 0, offered: null };
  if (own && (own.wanted || !offers))
    return { ...fresh, values: { ...saved, ...own.values }, restored: own.at };
  const elsewhere = offers?.elsewhere ?? null;
  return { ...fresh, offered: own && own.at >= (elsewhere?.at ?? '') ? own : elsewhere };
}
