import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { useEffect, useRef, useState } from 'react';
import { fromHtml, toHtml, toSource } from './html.ts';

type Props = { editor: Editor; onChange(html: string): void };

/** Edits the post as HTML. Elements that the schema does not know are dropped, as when pasting. */
export function HtmlView({ editor, onChange }: Props) {
  const [source, setSource] = useState(() => toSource(editor.state.doc));
  const latest = useRef(source);

  useEffect(() => {
    const before = latest.current;
    return () => {
      if (latest.current !== before) apply(editor, latest.current);
    };
  }, [editor]);

  return (
    <textarea
      className="editor-source"
      aria-label="HTML source"
      spellCheck={false}
      value={source}
      // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
      autoFocus
      onChange={({ target }) => {
        latest.current = target.value;
        setSource(target.value);
        onChange(toHtml(fromHtml(target.value, editor.schema)));
      }}
    />
  );
}

/** Replaces only the range that differs, as one undo step. */
function apply(editor: Editor, source: string): void {
  if (editor.isDestroyed) return;
  const { doc, tr } = editor.state;
  const next = fromHtml(source, editor.schema).content;
  const start = doc.content.findDiffStart(next);
  const end = doc.content.findDiffEnd(next);
  if (start === null || end === null) return;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const slice = editor.schema.topNodeType.create(null, next).slice(start, end.b + overlap);
  editor.view.dispatch(closeHistory(tr.replace(start, end.a + overlap, slice)));
}
