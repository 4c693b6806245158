import type { Editor } from '@tiptap/core';
import { type EditorState, NodeSelection, type Selection } from '@tiptap/pm/state';
import { onEditorFrame } from '../editor-state.ts';
import type { Item } from './items.ts';

type ToolState = 'disabled' | 'enabled' | 'active';

/**
 * The states of tools, computed once per frame. Asking Tiptap whether a command applies costs most; the answer is cached
 * by the kinds of blocks around the cursor, because typing does not change these.
 */
export class ToolStates {
  readonly #editor: Editor;
  readonly #items: readonly Item[];
  readonly #enabled = new Map<string, ReadonlyMap<Item, boolean>>();
  readonly #listeners = new Set<() => void>();
  #states: ReadonlyMap<Item, ToolState> = new Map();
  /** What the states were computed from; null for a range, which can contain anything. */
  #around: readonly unknown[] | null = null;
  #stop: (() => void) | null = null;

  constructor(editor: Editor, items: readonly Item[]) {
    this.#editor = editor;
    this.#items = items;
    this.#states = this.#compute();
  }

  of(item: Item): ToolState {
    return this.#states.get(item) ?? 'disabled';
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= onEditorFrame(this.#editor, () => this.#update());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  };

  #update(): void {
    const before = this.#states;
    this.#states = this.#compute();
    if (this.#items.every((item) => before.get(item) === this.#states.get(item))) return;
    for (const listener of this.#listeners) listener();
  }

  #compute(): ReadonlyMap<Item, ToolState> {
    const editor = this.#editor;
    const around = aroundCursor(editor.state);
    const isSame =
      around?.length === this.#around?.length && around?.every((one, at) => one === this.#around?.[at]);
    this.#around = around;
    const enabled = this.#enabledItems(editor.state.selection);
    return new Map(
      this.#items.map((item) => {
        const before = isSame && !item.dependsOnHistory && this.#states.get(item);
        if (before) return [item, before];
        if (!(item.dependsOnHistory ? item.isEnabled(editor) : enabled.get(item))) return [item, 'disabled'];
        return [item, item.isActive?.(editor) ? 'active' : 'enabled'];
      }),
    );
  }

  #enabledItems(selection: Selection): ReadonlyMap<Item, boolean> {
    const compute = () => new Map(this.#items.map((item) => [item, item.isEnabled(this.#editor)]));
    // A range can contain anything, and typing replaces it by a cursor.
    if (!selection.empty && !(selection instanceof NodeSelection)) return compute();
    const key = placeOf(selection);
    const known = this.#enabled.get(key) ?? compute();
    this.#enabled.set(key, known);
    return known;
  }
}

/** The blocks around the cursor and its marks, by what typing leaves as it is. */
function aroundCursor({ selection: { empty, $from }, storedMarks }: EditorState): unknown[] | null {
  if (!empty) return null;
  const blocks = Array.from({ length: $from.depth + 1 }, (_, depth) => {
    const { type, attrs } = $from.node(depth);
    return [type, attrs, depth > 0 && $from.index(depth - 1) === 0];
  });
  return [...blocks.flat(), ...(storedMarks ?? $from.marks())];
}

/** The types of the blocks around the cursor, each with whether it is the first in its parent. */
function placeOf(selection: Selection): string {
  const { $from } = selection;
  const path = Array.from({ length: $from.depth + 1 }, (_, depth) => {
    const isFirst = depth > 0 && $from.index(depth - 1) === 0;
    return `${$from.node(depth).type.name}${isFirst ? '^' : ''}`;
  });
  return [...path, selection instanceof NodeSelection ? `=${selection.node.type.name}` : ''].join('>');
}
