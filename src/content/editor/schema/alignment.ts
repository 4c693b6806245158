import { type Editor, Extension } from '@tiptap/core';
import { focusedChain } from '../focused-chain.ts';

export type Alignment = 'left' | 'center' | 'right' | 'justify';

const alignmentDigits: Record<string, Alignment> = {
  'Ctrl-Shift-1': 'left',
  'Ctrl-Shift-2': 'center',
  'Ctrl-Shift-3': 'right',
  'Ctrl-Shift-4': 'justify',
};

const alignmentLetters: Record<string, Alignment> = {
  'Mod-Shift-l': 'left',
  'Mod-Shift-e': 'center',
  'Mod-Shift-r': 'right',
  'Mod-Shift-j': 'justify',
};

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
    // The letters are those of word processors; they reload the page or open developer tools unless they are handled.
    return Object.fromEntries(
      [...Object.entries(alignmentDigits), ...Object.entries(alignmentLetters)].map(([key, alignment]) => [
        key,
        () => align(this.editor, alignment),
      ]),
    );
  },
});

/** Returns true also where nothing can be aligned, because the key is handled all the same. */
export function align(editor: Editor, alignment: Alignment): true {
  const textAlign = alignment === 'left' ? null : alignment;
  const chain = focusedChain(editor);
  for (const type of textBlocks) chain.updateAttributes(type, { textAlign });
  chain.run();
  return true;
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
