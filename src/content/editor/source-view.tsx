import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node, Schema } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { useLayoutEffect, useRef, useState } from 'react';
import { addPendingChange, removePendingChange } from '../../platform/web/pending-changes.ts';
import { toHtml } from './html.ts';

/** The post as text, with the position at which each of its blocks begins. */
export type Source = { text: string; starts: number[] };

export type SourceFormat = {
  label: string;
  spellCheck: boolean;
  write(doc: Node): Source;
  read(text: string, schema: Schema): Node;
};

export type SourceViewProps = {
  editor: Editor;
  /** Whether the author opened the view just now. A view that is remembered leaves the focus where it is. */
  isFocused: boolean;
  onChange(html: string): void;
};

const reportIntervalMs = 250;

/** Edits the post as text. The editor takes over the text when the view is closed, as one undo step. */
export function SourceView({
  editor,
  format,
  isFocused,
  onChange,
}: SourceViewProps & { format: SourceFormat }) {
  const [opened] = useState(() => format.write(editor.state.doc));
  const [text, setText] = useState(opened.text);
  const latest = useRef({ text: opened.text, cursor: 0 });
  const field = useRef<HTMLTextAreaElement>(null);
  const report = useReports(() => onChange(toHtml(format.read(latest.current.text, editor.schema))));

  useLayoutEffect(() => {
    if (!field.current) return;
    const { $from } = editor.state.selection;
    showPosition(field.current, opened.starts[$from.index(0)] ?? 0, isFocused);
  }, [editor, opened, isFocused]);

  // A layout effect, because the next view reads the editor as soon as this one is removed.
  useLayoutEffect(() => {
    const state = latest.current;
    const remember = () => {
      state.cursor = field.current?.selectionStart ?? 0;
    };
    document.addEventListener('selectionchange', remember);
    return () => {
      document.removeEventListener('selectionchange', remember);
      if (editor.isDestroyed) return;
      if (state.text !== opened.text) apply(editor, format.read(state.text, editor.schema));
      if (state.cursor > 0) selectBlock(editor, blockAt(state, format, editor.schema));
    };
  }, [editor, format, opened]);

  return (
    <textarea
      ref={field}
      className="editor-source"
      aria-label={format.label}
      spellCheck={format.spellCheck}
      value={text}
      onChange={({ target }) => {
        latest.current.text = target.value;
        setText(target.value);
        report();
      }}
    />
  );
}

/** Calls `report` at most every 250 ms, and before everything that reads the values of the form. */
function useReports(report: () => void): () => void {
  const current = useRef(report);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [flush] = useState(() => () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    removePendingChange(flush);
    current.current();
  });
  useLayoutEffect(() => {
    current.current = report;
  });
  useLayoutEffect(() => flush, [flush]);
  return () => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(flush, reportIntervalMs);
    addPendingChange(flush);
  };
}

/** The text field is as high as its text, so the page has to scroll to the line. */
function showPosition(field: HTMLTextAreaElement, position: number, isFocused: boolean): void {
  field.setSelectionRange(position, position);
  if (!isFocused) return;
  field.focus({ preventScroll: true });
  const { top, height } = field.getBoundingClientRect();
  const line = top + (height * position) / Math.max(1, field.value.length);
  if (line < 0 || line > innerHeight - 100) scrollBy({ top: line - innerHeight / 3 });
}

/** The index of the block under the cursor: that of the last block in the text up to the end of its line. */
function blockAt(
  { text, cursor }: { text: string; cursor: number },
  format: SourceFormat,
  schema: Schema,
): number {
  const end = text.indexOf('\n', cursor);
  return format.read(text.slice(0, end === -1 ? text.length : end), schema).childCount - 1;
}

function selectBlock(editor: Editor, index: number): void {
  const { doc, tr } = editor.state;
  const last = Math.min(index, doc.childCount - 1);
  let position = 0;
  for (let block = 0; block < last; block += 1) position += doc.child(block).nodeSize;
  editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(position + 1))));
  // The text is still hidden.
  requestAnimationFrame(() => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.scrollIntoView());
  });
}

/** Replaces only the range that differs, as one undo step. */
function apply(editor: Editor, next: Node): void {
  const { doc, tr } = editor.state;
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || end === null) return;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  editor.view.dispatch(closeHistory(tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))));
}
