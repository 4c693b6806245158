import { useEffect, useState } from 'react';
import { t } from '../../../platform/messages/translate.ts';

const storageKey = 'comment-shortcuts';

function isStoredOff(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'off';
  } catch {
    return false;
  }
}

/** Whether single keys act on comments; stored in this browser. */
export function useShortcutSetting() {
  const [isOn, setOn] = useState(() => !isStoredOff());
  const set = (next: boolean) => {
    setOn(next);
    try {
      if (next) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, 'off');
    } catch {
      // Without storage it holds until the page is closed.
    }
  };
  return [isOn, set] as const;
}

type Shortcuts = {
  move(step: 1 | -1, extend: boolean): void;
  select(range: boolean): void;
  approve(): void;
  spam(): void;
  remove(): void;
  answer(): void;
  edit(): void;
  undo(): void;
  help(): void;
};

/** In the order of the help. */
export const shortcutTexts: readonly (readonly [keys: string, text: string])[] = [
  ['j', t('Next comment')],
  ['k', t('Previous comment')],
  ['x', t('Select or deselect')],
  [t('Shift + x'), t('Select all from the last selected one to here')],
  [t('Shift + j, Shift + k'), t('Extend the selection')],
  ['a', t('Approve')],
  ['s', t('Delete as spam')],
  ['d', t('Delete')],
  ['r', t('Answer')],
  ['e', t('Edit')],
  ['z', t('Undo')],
  ['?', t('Show this help')],
];

/** Text is typed here, or keys have another meaning. */
const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [popover]';
/** Where keys belong to the queue: its screen and its notices, not the navigation of the admin area. */
const places = '.screen, .toasts';

/** Handles single keys from the moment the queue is shown, also while nothing has the focus. */
export function useShortcuts(isOn: boolean, does: Shortcuts): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = shortcutHandler(does);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

function shortcutHandler(does: Shortcuts) {
  const byKey: Record<string, (isShift: boolean) => void> = {
    j: (isShift) => does.move(1, isShift),
    k: (isShift) => does.move(-1, isShift),
    x: (isShift) => does.select(isShift),
    a: does.approve,
    s: does.spam,
    d: does.remove,
    r: does.answer,
    e: does.edit,
    z: does.undo,
    '?': does.help,
  };
  const withShift = new Set(['j', 'k', 'x', '?']);
  return (event: KeyboardEvent): void => {
    const { target, shiftKey } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.isComposing || document.querySelector('dialog[open]')) return;
    if (!(target instanceof Element) || target.closest(typing)) return;
    if (target !== document.body && !target.closest(places)) return;
    const key = event.key.toLowerCase();
    const run = Object.hasOwn(byKey, key) ? byKey[key] : undefined;
    if (!run || (shiftKey && !withShift.has(key))) return;
    event.preventDefault();
    // A key that is held down moves on, but acts once.
    if (event.repeat && key !== 'j' && key !== 'k') return;
    run(shiftKey);
  };
}
