import { Node } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';

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
  addCommands() {
    return {
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
      /** Inserts a formula into the text; selected text becomes its TeX. */
      insertMath: (tex?: string) => ReturnType;
    };
  }
}
