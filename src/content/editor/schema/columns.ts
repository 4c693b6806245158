import { type Editor, Node } from '@tiptap/core';
import { Document } from '@tiptap/extension-document';

/** Columns are only at the top level: narrower ones could not be read. */
export const DocumentWithColumns = Document.extend({ content: '(block | columns)+' });

export const Column = Node.create({
  name: 'column',
  content: 'block+',
  isolating: true,
  parseHTML: () => [{ tag: 'div', context: 'columns/' }],
  renderHTML: () => ['div', 0],
});

/** Two columns beside each other, below each other on phones. */
export const Columns = Node.create({
  name: 'columns',
  content: 'column column',
  defining: true,
  parseHTML: () => [{ tag: 'div.columns', context: 'doc/', priority: 60 }],
  renderHTML: () => ['div', { class: 'columns' }, 0],
  addKeyboardShortcuts: () => ({ Backspace: ({ editor }) => removeEmpty(editor) }),
});

/** Backspace in columns without content removes them. */
function removeEmpty({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const columns = $from.depth === 3 && $from.node(1).type.name === 'columns' ? $from.node(1) : null;
  const isBlank = columns?.children.every(
    ({ childCount, firstChild }) =>
      childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0,
  );
  if (!empty || !columns || !isBlank) return false;
  const { tr, schema } = state;
  view.dispatch(tr.replaceWith($from.before(1), $from.after(1), schema.node('paragraph')).scrollIntoView());
  return true;
}
