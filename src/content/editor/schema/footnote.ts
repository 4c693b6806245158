import { type Editor, Node } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { FootnoteView } from '../views/footnote-view.ts';

export const Footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  content: '(text | hardBreak | mathInline)*',
  parseHTML: () => [{ tag: 'span.footnote', priority: 60 }],
  renderHTML: () => ['span', { class: 'footnote' }, 0],
  addNodeView: () => () => new FootnoteView(),
  addKeyboardShortcuts() {
    return { ArrowLeft: () => crossBorder(this.editor, -1), ArrowRight: () => crossBorder(this.editor, 1) };
  },
  addCommands() {
    return {
      insertFootnote:
        () =>
        ({ state, tr, dispatch }) => {
          const { $to } = state.selection;
          if (!$to.parent.canReplaceWith($to.index(), $to.index(), this.type)) return false;
          if (!dispatch) return true;
          tr.insert($to.pos, this.type.create());
          tr.setSelection(TextSelection.create(tr.doc, $to.pos + 1)).scrollIntoView();
          return true;
        },
    };
  },
});

/** Browsers jump over the border of a note together with the character beside it. */
function crossBorder({ view, state: { selection, doc, tr } }: Editor, direction: 1 | -1): boolean {
  const { $from, empty } = selection;
  if (!empty || !(selection instanceof TextSelection)) return false;
  const border = direction > 0 ? $from.parent.content.size : 0;
  const leaves = $from.parent.type.name === 'footnote' && $from.parentOffset === border;
  const beside = direction > 0 ? $from.nodeAfter : $from.nodeBefore;
  if (!leaves && beside?.type.name !== 'footnote') return false;
  view.dispatch(tr.setSelection(TextSelection.create(doc, $from.pos + direction)).scrollIntoView());
  return true;
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnote: {
      /** Inserts an empty footnote after the selection, with the cursor in it. */
      insertFootnote: () => ReturnType;
    };
  }
}
