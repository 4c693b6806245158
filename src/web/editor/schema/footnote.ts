import { Node } from '@tiptap/core';
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

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnote: {
      /** Inserts an empty footnote after the selection, with the cursor in it. */
      insertFootnote: () => ReturnType;
    };
  }
}
