import { Extension } from '@tiptap/core';
import { Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { isMarkdown } from '../../markdown/is-markdown.ts';
import { newLink } from '../schema/link.ts';
import { cleanHtml } from './clean/clean.ts';
import { isInCode, onlyUrl, withLinks } from './linked-paste.ts';
import { pasteMarkdown } from './markdown.ts';

/** Converts pasted text and HTML. Pasted files are handled in uploads.ts. */
export const Paste = Extension.create({
  name: 'contentPaste',
  priority: 200,
  addProseMirrorPlugins() {
    let plain = false;
    const remember = (_view: EditorView, event: KeyboardEvent) => {
      plain = event.shiftKey;
    };
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: remember,
            keyup: remember,
          },
          handlePaste(view, event) {
            const data = event.clipboardData;
            const text = data?.getData('text/plain') ?? '';
            if (!data || isInCode(view.state)) return false;
            if (linkSelection(view, text)) return true;
            return !plain && !isRich(data) && isMarkdown(text) && pasteMarkdown(view, text);
          },
          transformPastedHTML: cleanHtml,
          transformPasted(slice, view) {
            return view.dragging ? slice : withLinks(slice, view.state);
          },
        },
      }),
    ];
  },
});

function linkSelection(view: EditorView, text: string): boolean {
  const { selection, schema, tr } = view.state;
  const href = onlyUrl(text);
  const { from, to, empty } = selection;
  if (!href || empty || !(selection instanceof TextSelection)) return false;
  view.dispatch(tr.addMark(from, to, schema.mark('link', newLink(href))).scrollIntoView());
  return true;
}

/** VS Code adds syntax-highlighted HTML to the clipboard; for Markdown the plain text is what counts. */
function isRich(data: DataTransfer): boolean {
  if (data.getData('vscode-editor-data').includes('"mode":"markdown"')) return false;
  return data.getData('text/html').trim() !== '';
}
