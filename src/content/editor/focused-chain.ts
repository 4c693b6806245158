import type { ChainedCommands, Editor } from '@tiptap/core';

/** Starts a chain of commands with the text focused. Tiptap's focus command waits a frame, which would lose keystrokes. */
export function focusedChain(editor: Editor): ChainedCommands {
  editor.view.focus();
  return editor.chain();
}
