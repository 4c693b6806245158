import { useEffect } from 'react';

/** Single keys are text there. */
const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog';

/** Ctrl or ⌘ with K, and ? outside of text, on every screen. */
export function useFrameKeys(onFind: () => void, onHelp: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (event.defaultPrevented || event.isComposing || altKey) return;
      const isInDialog = document.querySelector('dialog:modal') !== null;
      const isTyping = target instanceof Element && target.closest(typing) !== null;
      if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k' && !isInDialog) {
        event.preventDefault();
        onFind();
      } else if (key === '?' && !ctrlKey && !metaKey && !isTyping && !isInDialog) {
        event.preventDefault();
        onHelp();
      }
    };
    // After those of the document: a screen has keys of its own.
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onFind, onHelp]);
}
