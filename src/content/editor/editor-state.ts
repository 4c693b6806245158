import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';

/** Calls back once in the frame after changes of text or selection, instead of once per change. */
export function onEditorFrame(editor: Editor, callback: () => void): () => void {
  let frame = 0;
  const onTransaction = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (!editor.isDestroyed) callback();
    });
  };
  editor.on('transaction', onTransaction);
  return () => {
    editor.off('transaction', onTransaction);
    cancelAnimationFrame(frame);
  };
}

const idleDelayMs = 300;

/** A value computed from the text after a pause in typing, for what costs too much per key. */
export function useAfterTyping<Value>(editor: Editor, compute: (editor: Editor) => Value): Value {
  const [value, setValue] = useState(() => compute(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onUpdate = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setValue(compute(editor)), idleDelayMs);
    };
    editor.on('update', onUpdate);
    return () => {
      editor.off('update', onUpdate);
      clearTimeout(timer);
    };
  }, [editor, compute]);
  return value;
}
