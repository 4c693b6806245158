import { type Editor, Extension } from '@tiptap/core';
import { focusedChain } from '../focused-chain.ts';

export type Alignment = 'left' | 'center' | 'right' | 'justify';

const textBlocks = ['paragraph', 'heading'];

function readAlignment(element: HTMLElement): string | null {
  const value = element.style.textAlign || element.getAttribute('align')?.toLowerCase() || '';
  return ['center', 'right', 'justify'].includes(value) ? value : null;
}

/** Left is the default and is stored without an attribute. */
export const TextAlign = Extension.create({
  name: 'textAlign',
  addGlobalAttributes: () => [
    {
      types: [...textBlocks, 'tableCell', 'tableHeader'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: readAlignment,
          renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align: ${textAlign};` } : {}),
        },
      },
    },
  ],
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-l': () => align(this.editor, 'left'),
      'Mod-Shift-e': () => align(this.editor, 'center'),
      'Mod-Shift-r': () => align(this.editor, 'right'),
      'Mod-Shift-j': () => align(this.editor, 'justify'),
    };
  },
});

export function align(editor: Editor, alignment: Alignment): boolean {
  const textAlign = alignment === 'left' ? null : alignment;
  const chain = focusedChain(editor);
  for (const type of textBlocks) chain.updateAttributes(type, { textAlign });
  return chain.run();
}

/** The alignments in the selection; empty where nothing can be aligned. */
export function alignments({ state }: Editor): Set<Alignment> {
  const found = new Set<Alignment>();
  const { from, to } = state.selection;
  state.doc.nodesBetween(from, to, (node) => {
    if (textBlocks.includes(node.type.name)) found.add(node.attrs.textAlign ?? 'left');
  });
  return found;
}
