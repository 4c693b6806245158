import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { flushPendingChanges } from '../../web/pending-changes.ts';
import { randomId } from '../../web/random-id.ts';
import type { DraftState, LocalDraft } from './local-drafts.ts';
import { deleteUnsaved, storeUnsaved, unsavedDrafts, useClaim } from './unsaved.ts';

/** The values of a form, stored as a draft while they differ from the saved ones. */
export type DraftForm<Values> = {
  /** The id of this form's draft, unique across forms and tabs. */
  id: string;
  values: Values;
  /** The latest values, for code that awaited something after the last render. */
  latest(): Latest<Values>;
  change(part: Partial<Values>): void;
  /** As `change`, but renders at most once a second: for typed text, which its field shows by itself. */
  changeTyped(part: Partial<Values>): void;
  /** The date of the draft that the form was opened with. */
  restored: string | null;
  /** Incremented whenever the values are replaced, for components that read them only once. */
  edition: number;
  /** The drafts that the values come from: the form's own, and the one it continues. */
  sources(): DraftState[];
  /** When the values were last saved, by this browser's clock. */
  savedAt: number | null;
  /**
   * Deletes the draft after a save. `base` is what later changes are based on, such as the new version of a post. Returns
   * false if the values changed after `sequence`; then these changes stay as a draft.
   */
  saved(sequence: number, values: Values, base?: Partial<Values>): boolean;
  /** Changes values that the editor must read again. */
  rewrite(values: Values): void;
  /** Replaces the values and deletes the draft. */
  reset(values: Values): void;
  /** Replaces the values, but leaves the draft to be continued later. */
  begin(values: Values): void;
  /** Leaves the draft to be continued later, so that leaving the form needs no confirmation. */
  setAside(): void;
  isUnsaved(): boolean;
  /** See `Latest`. */
  creationId(): string;
  /** What the form created was deleted: the next save creates something new. */
  created: { clear(): void };
};

type Options<Values> = {
  /** Identifies the form: its drafts are offered to the same form again. */
  form: (values: Values) => string;
  name: (values: Values) => string;
  path: (values: Values) => string;
  /** The draft to open the form with. If omitted, the form continues its newest draft. */
  opened?: { draft: OpenedDraft<Values> | null };
  /** Called with deleted drafts, to delete their copies on the server. */
  onDelete?: (drafts: DraftState[]) => void;
};

type Latest<Values> = {
  id: string;
  sequence: number;
  values: Values;
  /** Identifies what the form creates: also when its draft is continued elsewhere after a crash, it is created once. */
  creationId: string;
};

export type OpenedDraft<Values> = DraftState & {
  at: string;
  values: Values;
  creationId?: string | undefined;
};

/** The query parameter with the draft to open a form with. */
export const draftParameter = 'draft';

const renderIntervalMs = 1_000;

/** Compares field by field, because the content is long and mostly the same string. */
const isEqual = <Values extends object>(one: Values, other: Values): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => {
    const [a, b] = [one[name as keyof Values], other[name as keyof Values]];
    return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
  });

export function useDraft<Values extends object>(saved: Values, options: Options<Values>): DraftForm<Values> {
  const [search] = useSearchParams();
  const [initial] = useState(() => {
    const { draft } = options.opened ?? { draft: newestOf<Values>(options.form(saved), search) };
    return { id: randomId(), continued: draft, values: draft ? { ...saved, ...draft.values } : saved };
  });
  const [state, setState] = useState({
    id: initial.id,
    values: initial.values,
    restored: initial.continued?.at ?? null,
    edition: 0,
    savedAt: null as number | null,
  });
  // A ref, because the editor keeps the first `change` it was given, which must see the latest values too.
  const latest = useRef<Latest<Values>>({
    id: initial.id,
    sequence: 0,
    values: initial.values,
    creationId: initial.continued?.creationId || initial.id,
  });
  const savedValues = useRef(saved);
  const continued = useRef(stateOf(initial.continued));
  useClaim(state.id, initial.continued?.id);

  const store = () => {
    const { id, sequence, values, creationId } = latest.current;
    const { form, name, path } = options;
    const at = new Date().toISOString();
    const continues = continued.current ?? undefined;
    const location = { form: form(values), name: name(values), path: path(values) };
    storeUnsaved({ id, sequence, values, creationId, at, ...location, continues });
    // This draft now contains the continued one, unless another form has changed that.
    if (continues) deleteUnsaved(continues.id, continues.sequence);
  };
  const rendering = useRef<ReturnType<typeof setTimeout>>(undefined);
  const render = () => {
    clearTimeout(rendering.current);
    rendering.current = undefined;
    setState((current) => ({ ...current, values: latest.current.values }));
  };
  const set = (part: Partial<Values>) => {
    const values = { ...latest.current.values, ...part };
    latest.current = { ...latest.current, sequence: latest.current.sequence + 1, values };
    if (isEqual(values, savedValues.current)) deleteDraft();
    else store();
  };
  const change = (part: Partial<Values>) => {
    set(part);
    render();
  };
  const sources = (): DraftState[] => {
    const { id, sequence } = latest.current;
    const { current: earlier } = continued;
    return [{ id, sequence }, ...(earlier ? [earlier] : [])];
  };
  const deleteDraft = () => {
    const deleted = sources();
    for (const { id, sequence } of deleted) deleteUnsaved(id, sequence);
    options.onDelete?.(deleted);
  };
  const isUnsaved = () => !isEqual(latest.current.values, savedValues.current);
  const replace = (values: Values) => {
    const id = randomId();
    latest.current = { id, sequence: 0, values, creationId: id };
    savedValues.current = values;
    continued.current = null;
    setState(({ edition, savedAt }) => ({ id, values, restored: null, edition: edition + 1, savedAt }));
  };
  return {
    ...state,
    latest: () => {
      flushPendingChanges();
      if (rendering.current !== undefined) render();
      return latest.current;
    },
    change,
    changeTyped: (part) => {
      set(part);
      rendering.current ??= setTimeout(render, renderIntervalMs);
    },
    sources,
    saved: (sequence, values, base = {}) => {
      const isLatest = latest.current.sequence === sequence;
      const based = { ...latest.current.values, ...base };
      latest.current = { ...latest.current, values: based };
      savedValues.current = isLatest ? based : values;
      deleteUnsaved(latest.current.id, sequence);
      if (continued.current) deleteUnsaved(continued.current.id, continued.current.sequence);
      continued.current = null;
      setState((current) => ({ ...current, values: based, restored: null, savedAt: Date.now() }));
      if (!isLatest) change({});
      return isLatest;
    },
    rewrite: (values) => {
      change(values);
      setState((current) => ({ ...current, edition: current.edition + 1 }));
    },
    reset: (values) => {
      deleteDraft();
      replace(values);
    },
    begin: (values) => {
      if (isUnsaved()) store();
      replace(values);
    },
    setAside: () => {
      savedValues.current = latest.current.values;
    },
    isUnsaved,
    creationId: () => latest.current.creationId,
    created: {
      clear: () => {
        latest.current = { ...latest.current, creationId: randomId() };
      },
    },
  };
}

/** A draft for a small form, which always continues its newest draft. */
export const useFormDraft = <Values extends object>(
  form: string,
  saved: Values,
  { name, path }: { name: (values: Values) => string; path: string },
): DraftForm<Values> => useDraft(saved, { form: () => form, name, path: () => path });

const stateOf = (draft: DraftState | null): DraftState | null =>
  draft && { id: draft.id, sequence: draft.sequence };

/** The draft of this form that the URL names, or the newest one. */
function newestOf<Values>(form: string, search: URLSearchParams): OpenedDraft<Values> | null {
  const drafts = unsavedDrafts().filter((draft) => draft.form === form) as LocalDraft<Values>[];
  const requested = drafts.find(({ id }) => id === search.get(draftParameter));
  return requested ?? drafts.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
}
