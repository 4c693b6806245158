import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** What can be typed to open a list of suggestions, such as `/` for blocks. */
type SuggestionSource<Item> = {
  label: string;
  /** Finds the trigger and the query at the end of the text before the cursor. */
  find(textBefore: string): { trigger: string; query: string } | null;
  /** The best match first. An empty list closes the suggestions. */
  match(query: string): readonly Item[];
  choose(item: Item, range: { from: number; to: number }): void;
};

type ActiveSuggestions<Item> = {
  /** The position of the trigger. */
  from: number;
  trigger: string;
  query: string;
  items: readonly Item[];
  index: number;
};

type Meta = { open: number } | { index: number } | 'close' | 'refresh';

type SuggestionState<Item> = {
  active: ActiveSuggestions<Item> | null;
  /** Where suggestions were closed; they do not open again for the same word. */
  dismissed: number | null;
};

const lookback = 40;

/** Suggestions while typing. The focus stays in the text, which announces the selected suggestion as its active descendant. */
export class Suggestions<Item> {
  readonly #key: PluginKey<SuggestionState<Item>>;
  readonly source: SuggestionSource<Item>;
  readonly listId: string;

  constructor(name: string, source: SuggestionSource<Item>) {
    this.#key = new PluginKey(name);
    this.source = source;
    this.listId = `suggestions-${name}`;
  }

  active(state: EditorState): ActiveSuggestions<Item> | null {
    return this.#key.getState(state)?.active ?? null;
  }

  optionId(index: number): string {
    return `${this.listId}-${index}`;
  }

  /** Opens the suggestions at the cursor without a typed trigger. */
  open(view: EditorView): void {
    this.#send(view, { open: view.state.selection.from });
  }

  close(view: EditorView): void {
    if (this.active(view.state)) this.#send(view, 'close');
  }

  /** Matches again, after more items were loaded. */
  refresh(view: EditorView): void {
    this.#send(view, 'refresh');
  }

  choose(view: EditorView, index: number): void {
    const active = this.active(view.state);
    const item = active?.items[index];
    if (!active || item === undefined) return;
    this.#send(view, 'close');
    this.source.choose(item, { from: active.from, to: view.state.selection.from });
  }

  extension(): Extension {
    return Extension.create({
      name: this.listId,
      // Before the keys of lists and tables.
      priority: 1000,
      addProseMirrorPlugins: () => [this.#plugin()],
    });
  }

  #send(view: EditorView, meta: Meta): void {
    view.dispatch(view.state.tr.setMeta(this.#key, meta));
  }

  #plugin(): Plugin<SuggestionState<Item>> {
    return new Plugin<SuggestionState<Item>>({
      key: this.#key,
      state: {
        init: () => ({ active: null, dismissed: null }),
        apply: (tr, before, _old, state) => this.#apply(tr, before, state),
      },
      props: {
        handleKeyDown: (view, event) => this.#onKeyDown(view, event),
        handleDOMEvents: {
          blur: (view) => {
            this.close(view);
            return false;
          },
        },
        attributes: (state): Record<string, string> => {
          const active = this.active(state);
          if (!active) return {};
          return {
            'aria-autocomplete': 'list',
            'aria-controls': this.listId,
            'aria-activedescendant': this.optionId(active.index),
          };
        },
      },
    });
  }

  #apply(tr: Transaction, before: SuggestionState<Item>, state: EditorState): SuggestionState<Item> {
    const meta: Meta | undefined = tr.getMeta(this.#key);
    const dismissed = before.dismissed === null ? null : tr.mapping.map(before.dismissed, -1);
    if (meta === 'close') return { active: null, dismissed: before.active?.from ?? dismissed };
    if (meta && typeof meta === 'object' && 'open' in meta)
      return { active: { from: meta.open, ...this.#search('', '') }, dismissed: null };
    if (before.active) return this.#follow(tr, before.active, state, meta);
    const typed = tr.docChanged && !tr.getMeta('history$') && tr.getMeta('paste') !== true;
    if (!typed && meta !== 'refresh')
      return dismissed === before.dismissed ? before : { active: null, dismissed };
    return this.#detect(state, dismissed);
  }

  #search(trigger: string, query: string): Omit<ActiveSuggestions<Item>, 'from'> {
    return { trigger, query, items: this.source.match(query), index: 0 };
  }

  #follow(
    tr: Transaction,
    active: ActiveSuggestions<Item>,
    state: EditorState,
    meta: Meta | undefined,
  ): SuggestionState<Item> {
    const from = tr.mapping.map(active.from, -1);
    const index = meta && typeof meta === 'object' && 'index' in meta ? meta.index : active.index;
    const text = textBetween(state, from);
    const isOpen = text?.startsWith(active.trigger) && !/^\s|\s\s/.test(text.slice(active.trigger.length));
    if (!isOpen || text === null) return { active: null, dismissed: text === null ? null : from };
    const query = text.slice(active.trigger.length);
    if (query === active.query && meta !== 'refresh')
      return { active: { ...active, from, index }, dismissed: null };
    const found = this.#search(active.trigger, query);
    return found.items.length > 0
      ? { active: { from, ...found }, dismissed: null }
      : { active: null, dismissed: from };
  }

  #detect(state: EditorState, dismissed: number | null): SuggestionState<Item> {
    const { $from, empty } = state.selection;
    const closed = { active: null, dismissed };
    if (!empty || !$from.parent.inlineContent || $from.parent.type.spec.code) return closed;
    if ($from.marks().some(({ type }) => type.name === 'code' || type.name === 'link')) return closed;
    const start = Math.max(0, $from.parentOffset - lookback);
    const found = this.source.find($from.parent.textBetween(start, $from.parentOffset, null, '\ufffc'));
    if (!found) return { active: null, dismissed: null };
    const from = $from.pos - found.trigger.length - found.query.length;
    if (from === dismissed) return closed;
    const matches = this.#search(found.trigger, found.query);
    return matches.items.length > 0 ? { active: { from, ...matches }, dismissed: null } : closed;
  }

  #onKeyDown(view: EditorView, event: KeyboardEvent): boolean {
    const active = this.active(view.state);
    if (!active || view.composing || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return false;
    const { index, items } = active;
    const move = (to: number) => this.#send(view, { index: (to + items.length) % items.length });
    if (event.key === 'ArrowDown') move(index + 1);
    else if (event.key === 'ArrowUp') move(index - 1);
    else if (event.key === 'PageDown') move(items.length - 1);
    else if (event.key === 'PageUp') move(0);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) this.choose(view, index);
    else if (event.key === 'Escape') this.close(view);
    else return false;
    event.preventDefault();
    // Escape would also close the dialog or panel around the editor.
    event.stopPropagation();
    return true;
  }
}

/** The text from a position to the cursor; null if the cursor has left the text block or is before the position. */
function textBetween(state: EditorState, from: number): string | null {
  const { $from, empty } = state.selection;
  if (!empty || $from.pos < from || $from.start() > from || $from.pos - from > lookback) return null;
  return $from.parent.textBetween(from - $from.start(), $from.parentOffset, null, '\ufffc');
}
