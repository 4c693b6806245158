import { useEffect, useRef } from 'react';

/** Ctrl+S or Cmd+S anywhere on the screen. Behind an open dialog it only suppresses the browser's own dialog. */
export function useSaveShortcut(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const listening = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isSave || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) latest.current();
    };
    // In the capture phase, because popups stop the keys that they handle.
    document.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, []);
}
