import { redo, undo } from '@tiptap/pm/history';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView, ViewMutationRecord } from '@tiptap/pm/view';

type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<
  Pick<HTMLElementTagNameMap[Name], keyof HTMLElementTagNameMap[Name] & string>
>;

/** Creates an element of a node view. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<Name> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A part of a node view that is not text of the post, such as a field. */
export function control<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<Name> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = create(name, properties, ...children);
  element.contentEditable = 'false';
  return element;
}

/** Whether a change of the DOM is none of the editable content. */
export function isOutside(content: HTMLElement, { target, type }: ViewMutationRecord): boolean {
  return !content.contains(target) || (type === 'attributes' && target === content);
}

/** Fields of node views have the undo history of the post instead of their own. */
export function shareHistory(view: EditorView, field: HTMLElement): void {
  field.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const command = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : null;
    if (!command) return;
    event.preventDefault();
    command(view.state, view.dispatch);
  });
}

const typingPause = 500;
let group = 0;
let lastChange = 0;

/**
 * Groups what is typed into a field to one undo step. The history groups changes of text by their position, which changes
 * of attributes do not have, but also those of one composition.
 */
export function asTyped(tr: Transaction): Transaction {
  const now = Date.now();
  if (now - lastChange > typingPause) group -= 1;
  lastChange = now;
  return tr.setMeta('composition', group);
}

/** Focuses the text after a block; without text there, it gets an empty paragraph. */
export function focusAfter(view: EditorView, position: number): void {
  const { doc, tr, schema } = view.state;
  const $after = doc.resolve(position);
  if (!$after.parent.inlineContent && !$after.nodeAfter?.isTextblock)
    view.dispatch(tr.insert(position, schema.node('paragraph')));
  focusText(view, position);
}

/** Focuses the text, with the cursor near a position. */
export function focusText(view: EditorView, position: number, direction: 1 | -1 = 1): void {
  const { doc, tr } = view.state;
  const $at = doc.resolve(Math.min(position, doc.content.size));
  view.dispatch(tr.setSelection(TextSelection.near($at, direction)).scrollIntoView());
  view.focus();
}
