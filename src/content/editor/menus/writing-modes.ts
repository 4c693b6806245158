import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { smartPunctuation } from './quotes.ts';
import type { EditorSettings } from './settings.ts';

const lookback = 200;

/** Smart punctuation and the focus mode. */
export function writingModes(settings: EditorSettings) {
  return Extension.create({
    name: 'writingModes',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleTextInput: (view, from, to, text) =>
            settings.get('smartQuotes') && insertSmart(view, from, to, text),
          decorations: ({ doc, selection }) => {
            if (!settings.get('focusMode')) return null;
            const { $from } = selection;
            const from = $from.depth === 0 ? $from.pos : $from.before(1);
            const block = doc.nodeAt(from);
            if (!block?.isBlock) return null;
            return DecorationSet.create(doc, [
              Decoration.node(from, from + block.nodeSize, { class: 'editor-current' }),
            ]);
          },
        },
      }),
    ],
  });
}

/** Inserts the typed character first, so that one undo brings it back. */
function insertSmart(view: EditorView, from: number, to: number, text: string): boolean {
  const { $from } = view.state.selection;
  const { parent } = $from;
  if (parent.type.spec.code || !parent.inlineContent || from !== $from.pos) return false;
  if ((view.state.storedMarks ?? $from.marks()).some(({ type }) => type.name === 'code')) return false;
  const start = Math.max(0, $from.parentOffset - lookback);
  const before = parent.textBetween(start, $from.parentOffset, null, '\ufffc');
  const smart = smartPunctuation(text, before, languageOf(view));
  if (!smart) return false;
  view.dispatch(view.state.tr.insertText(text, from, to).scrollIntoView());
  const end = from + text.length;
  view.dispatch(closeHistory(view.state.tr.insertText(smart.text, from - smart.replaces, end)));
  return true;
}

/** The language of the text: that of the nearest element with one. */
function languageOf({ dom }: EditorView): string {
  return dom.closest<HTMLElement>('[lang]')?.lang || 'en';
}
