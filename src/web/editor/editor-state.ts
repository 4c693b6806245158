import type { Editor } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { useSyncExternalStore } from 'react';

/** The editor's state. The component renders again with each change of text or selection. */
export function useEditorState(editor: Editor): EditorState {
  return useSyncExternalStore(
    (changed) => {
      editor.on('transaction', changed);
      return () => editor.off('transaction', changed);
    },
    () => editor.state,
  );
}
