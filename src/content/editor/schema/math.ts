import { Node } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { MathView } from '../views/math-view.ts';

const tex = {
  tex: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.textContent },
};

export const MathBlock = Node.create({
  name: 'mathBlock',
  group: 'block',
  atom: true,
  addAttributes: () => tex,
  parseHTML: () => [{ tag: 'div.math' }],
  renderHTML: ({ node }) => ['div', { class: 'math' }, node.attrs.tex],
  renderText: ({ node }) => node.attrs.tex,
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      new MathView(node, view, getPos),
});

export const MathInline = Node.create({
  name: 'mathInline',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => tex,
  parseHTML: () => [{ tag: 'span.math', priority: 60 }],
  renderHTML: ({ node }) => ['span', { class: 'math' }, node.attrs.tex],
  renderText: ({ node }) => node.attrs.tex,
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      new MathView(node, view, getPos),
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.editMath() };
  },
  addCommands() {
    return {
      editMath:
        () =>
        ({ state, view, dispatch }) => {
          const { selection } = state;
          if (!(selection instanceof NodeSelection) || !selection.node.type.name.startsWith('math'))
            return false;
          const element = view.nodeDOM(selection.from);
          if (dispatch && element instanceof HTMLElement) element.querySelector('textarea')?.focus();
          return true;
        },
      insertMath:
        (source = '') =>
        ({ state, tr, dispatch }) => {
          const { from, to, $from } = state.selection;
          if (!$from.parent.canReplaceWith($from.index(), $from.index(), this.type)) return false;
          if (!dispatch) return true;
          const selected = state.doc.textBetween(from, to, ' ');
          tr.replaceSelectionWith(this.type.create({ tex: source || selected }), false);
          tr.setSelection(NodeSelection.create(tr.doc, from)).scrollIntoView();
          return true;
        },
    };
  },
});

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    math: {
      /** Moves the focus into the field of the selected formula. */
      editMath: () => ReturnType;
      /** Inserts a formula into the text; selected text becomes its TeX. */
      insertMath: (tex?: string) => ReturnType;
    };
  }
}
