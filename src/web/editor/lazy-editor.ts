import type { ChainedCommands, Editor } from '@tiptap/core';

/**
 * A chain of commands with the text in focus. Tiptap's own focus command waits for the next frame, and a letter typed
 * until then would be lost.
 */
export function writing(editor: Editor): ChainedCommands {
  editor.view.focus();
  return editor.chain();
}
