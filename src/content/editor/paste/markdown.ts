import { DOMParser as DocumentParser } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { inertBody } from '../html.ts';
import { withLinks } from './linked-paste.ts';

type Converter = typeof import('../../markdown/to-html.ts');

let converter: Converter | null = null;

/**
 * Pastes Markdown as rich text, without its front matter. The parser is loaded with the first Markdown; where it cannot be
 * loaded, the text is pasted as it is.
 */
export function pasteMarkdown(view: EditorView, text: string): boolean {
  if (converter) insert(view, converter, text);
  else void loadAndInsert(view, text);
  return true;
}

async function loadAndInsert(view: EditorView, text: string): Promise<void> {
  view.dom.ariaBusy = 'true';
  try {
    converter = await import('../../markdown/to-html.ts');
  } catch {
    // Offline, or the server has a newer version.
  }
  if (view.isDestroyed) return;
  view.dom.ariaBusy = null;
  if (converter) insert(view, converter, text);
  else view.pasteText(text);
}

function insert(view: EditorView, { markdownToHtml }: Converter, text: string): void {
  const { tr, schema } = view.state;
  const slice = DocumentParser.fromSchema(schema).parseSlice(inertBody(markdownToHtml(text).html));
  view.dispatch(tr.replaceSelection(withLinks(slice, view.state)).scrollIntoView().setMeta('paste', true));
}
