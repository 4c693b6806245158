import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { fromHtml } from './html.ts';

/** Inserts stored HTML after the selection, as one undo step. A single paragraph becomes part of the one with the cursor. */
export function insertHtml(editor: Editor, html: string): void {
  const { state, view } = editor;
  const { content } = fromHtml(html, state.schema);
  const { tr } = state;
  const { to } = tr.selection;
  const only = content.childCount === 1 ? content.firstChild : null;
  const isInline = only?.type.name === 'paragraph' && tr.selection.$to.parent.inlineContent;
  const slice = isInline ? new Slice(only.content, 0, 0) : new Slice(content, 0, 0);
  tr.replaceRange(to, to, slice);
  view.dispatch(closeHistory(tr).scrollIntoView());
  view.focus();
}

/** Replaces a top-level block by stored HTML, as one undo step. */
export function replaceBlock(editor: Editor, index: number, html: string): void {
  const { state, view } = editor;
  const from = startOf(editor, index);
  const { content } = fromHtml(html, state.schema);
  const tr = state.tr.replaceWith(from, from + state.doc.child(index).nodeSize, content);
  view.dispatch(closeHistory(tr));
}

/** Places the cursor at the start of a top-level block, and scrolls it into the middle of the window. */
export function showBlock(editor: Editor, index: number): void {
  const { state, view } = editor;
  const from = startOf(editor, index);
  view.dispatch(state.tr.setSelection(Selection.near(state.doc.resolve(from))));
  view.focus();
  const block = view.nodeDOM(from);
  if (block instanceof Element) block.scrollIntoView({ block: 'center' });
}

/** Where a top-level block begins. */
function startOf({ state: { doc } }: Editor, index: number): number {
  let from = 0;
  for (let at = 0; at < index; at += 1) from += doc.child(at).nodeSize;
  return from;
}
