import { type KeyboardEvent, useState } from 'react';

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

export type Shortcuts = {
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
  ['j', 'Next comment'],
  ['k', 'Previous comment'],
  ['x', 'Select or deselect'],
  ['Shift + x', 'Select all from the last selected one to here'],
  ['Shift + j, Shift + k', 'Extend the selection'],
  ['a', 'Approve'],
  ['s', 'Delete as spam'],
  ['d', 'Delete'],
  ['r', 'Answer'],
  ['e', 'Edit'],
  ['z', 'Undo'],
  ['?', 'Show this help'],
];

/** Text is typed here, or keys have another meaning. */
const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [popover]';

/** Handles single keys while the focus is in the list, and only there. */
export function shortcutHandler(isOn: boolean, does: Shortcuts) {
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
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.nativeEvent.isComposing || (target instanceof Element && target.closest(typing))) return;
    const key = event.key.toLowerCase();
    const run = Object.hasOwn(byKey, key) ? byKey[key] : undefined;
    if (!run || (shiftKey && !withShift.has(key))) return;
    event.preventDefault();
    // A key that is held down moves on, but acts once.
    if (event.repeat && key !== 'j' && key !== 'k') return;
    run(shiftKey);
  };
}
