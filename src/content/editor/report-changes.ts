import type { Editor } from '@tiptap/core';
import {
  addPendingChange,
  flushPendingChanges,
  removePendingChange,
} from '../../platform/web/pending-changes.ts';
import { toHtml } from './html.ts';

const reportIntervalMs = 250;

/**
 * Reports the HTML of the post at most every 250 ms while it changes, because serializing a long post for each key would
 * make typing slow. Returns a function that stops it, after a last report.
 */
export function reportChanges(editor: Editor, report: (html: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    removePendingChange(flush);
    report(toHtml(editor.state.doc));
  };
  const onUpdate = () => {
    if (timer !== undefined) return;
    timer = setTimeout(flush, reportIntervalMs);
    addPendingChange(flush);
  };

  editor.on('update', onUpdate);
  const stopListening = flushBeforeActions(editor.view.dom);
  return () => {
    flush();
    editor.off('update', onUpdate);
    stopListening();
  };
}

/**
 * Flushes before everything that may read or discard the text: a key with a modifier, such as Ctrl+S; a press outside of the
 * text; a submit; the end of the page. Listens in the capture phase, before the handlers of these actions.
 */
function flushBeforeActions(text: HTMLElement): () => void {
  const onKeyDown = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) flushPendingChanges();
  };
  const onPointerDown = ({ target }: PointerEvent) => {
    if (!(target instanceof Node && text.contains(target))) flushPendingChanges();
  };
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  addEventListener('keydown', onKeyDown, options);
  addEventListener('pointerdown', onPointerDown, options);
  for (const type of ['focusout', 'submit', 'popstate', 'beforeunload', 'pagehide', 'visibilitychange'])
    addEventListener(type, flushPendingChanges, options);
  return () => listening.abort();
}
