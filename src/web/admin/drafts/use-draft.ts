import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DraftState } from '../../../contract/writing.ts';
import type { LocalDraft } from './local-drafts.ts';
import { dropUnsaved, keepUnsaved, unsavedDrafts, useClaim } from './unsaved.ts';

/** The values of a form that are kept while they differ from what is saved. */
export type DraftForm<Values> = {
  /** Identity of this form's draft: no other form, in whichever tab, writes the same. */
  id: string;
  values: Values;
  /** The newest values, for code that waited for something since it was rendered. */
  latest(): { id: string; sequence: number; values: Values };
  change(part: Partial<Values>): void;
  /** When the values were typed, if they come from an earlier form. */
  restored: string | null;
  /** Counts the times that other values took the place of the typed ones. */
  edition: number;
  /** The drafts that the values come from: its own, and the one that it continues. */
  sources(): DraftState[];
  /** After a save of the values of that sequence: forgets them. False when more was typed since. */
  saved(sequence: number, values: Values): boolean;
  /** Shows these values instead, and forgets the draft. */
  reset(values: Values): void;
  /** Shows these values instead, and leaves the draft to be continued later. */
  begin(values: Values): void;
  /** Leaves the draft to be continued later: leaving the form asks no question. */
  setAside(): void;
  isUnsaved(): boolean;
};

type About<Values> = {
  /** Which form it is; a draft is offered to the same form again. */
  form: (values: Values) => string;
  name: (values: Values) => string;
  path: (values: Values) => string;
  /** The draft that the form was opened with. Without one, a form continues the newest draft by itself. */
  opened?: { draft: OpenedDraft<Values> | null };
  /** Called with drafts that are forgotten, for copies of them elsewhere. */
  onForget?: (drafts: DraftState[]) => void;
};

export type OpenedDraft<Values> = DraftState & { at: string; values: Values };

/** The query parameter that names the draft to open a form with. */
export const draftParameter = 'draft';

/** crypto.randomUUID is missing on sites without https. */
const newDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function useDraft<Values extends object>(saved: Values, about: About<Values>): DraftForm<Values> {
  const [search] = useSearchParams();
  const [begun] = useState(() => {
    const { draft } = about.opened ?? { draft: newestOf<Values>(about.form(saved), search) };
    return { id: newDraftId(), continued: draft, values: draft ? { ...saved, ...draft.values } : saved };
  });
  const [shown, setShown] = useState({
    id: begun.id,
    values: begun.values,
    restored: begun.continued?.at ?? null,
    edition: 0,
  });
  // An editor may hold on to the first `change` it was given: the newest values are found here by all of them.
  const latest = useRef({ id: begun.id, sequence: 0, values: begun.values });
  const settled = useRef(saved);
  const continued = useRef(stateOf(begun.continued));
  useClaim(shown.id, begun.continued?.id);

  const keep = () => {
    const { id, sequence, values } = latest.current;
    const { form, name, path } = about;
    const at = new Date().toISOString();
    const continues = continued.current ?? undefined;
    const where = { form: form(values), name: name(values), path: path(values) };
    keepUnsaved({ id, sequence, values, at, ...where, continues });
    // From here on this draft has all that the continued one had, unless another form went on with that.
    if (continues) dropUnsaved(continues.id, continues.sequence);
  };
  const change = (part: Partial<Values>) => {
    const { id, sequence, values: before } = latest.current;
    const values = { ...before, ...part };
    latest.current = { id, sequence: sequence + 1, values };
    setShown((now) => ({ ...now, values }));
    if (alike(values, saved)) return forget();
    keep();
  };
  const sources = (): DraftState[] => {
    const { id, sequence } = latest.current;
    const { current: earlier } = continued;
    return [{ id, sequence }, ...(earlier ? [earlier] : [])];
  };
  const forget = () => {
    const forgotten = sources();
    for (const { id, sequence } of forgotten) dropUnsaved(id, sequence);
    about.onForget?.(forgotten);
  };
  const isUnsaved = () => !alike(latest.current.values, settled.current);
  const show = (values: Values) => {
    latest.current = { id: newDraftId(), sequence: 0, values };
    settled.current = values;
    continued.current = null;
    setShown(({ edition }) => ({ id: latest.current.id, values, restored: null, edition: edition + 1 }));
  };
  return {
    ...shown,
    latest: () => latest.current,
    change,
    sources,
    saved: (sequence, values) => {
      const { sequence: now } = latest.current;
      settled.current = now === sequence ? latest.current.values : values;
      dropUnsaved(latest.current.id, sequence);
      if (continued.current) dropUnsaved(continued.current.id, continued.current.sequence);
      continued.current = null;
      return now === sequence;
    },
    reset: (values) => {
      forget();
      show(values);
    },
    begin: (values) => {
      if (isUnsaved()) keep();
      show(values);
    },
    setAside: () => {
      settled.current = latest.current.values;
    },
    isUnsaved,
  };
}

/** The draft of a small form, which continues the newest one by itself. */
export const useFormDraft = <Values extends object>(
  form: string,
  saved: Values,
  { name, path }: { name: (values: Values) => string; path: string },
): DraftForm<Values> => useDraft(saved, { form: () => form, name, path: () => path });

const stateOf = (draft: DraftState | null): DraftState | null =>
  draft && { id: draft.id, sequence: draft.sequence };

/** The draft of this form that the address names, or the newest one. */
function newestOf<Values>(form: string, search: URLSearchParams): OpenedDraft<Values> | null {
  const mine = unsavedDrafts().filter((draft) => draft.form === form) as LocalDraft<Values>[];
  const wanted = mine.find(({ id }) => id === search.get(draftParameter));
  return wanted ?? mine.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
}
