import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { readStorage, writeStorage } from '../../../platform/web/ui/storage.ts';
import { useMedia } from './use-media.ts';

/** Marks the screen while the author types, without rendering it; moving the pointer ends it. */
export function useFading(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = screen;
    const onInput = ({ target }: Event) => {
      if (target instanceof Element && target.closest('.sheet-title, .ProseMirror'))
        current?.setAttribute('data-typing', '');
    };
    const end = () => current?.removeAttribute('data-typing');
    // Browsers also report a move when something moves under a pointer at rest.
    const onMove = ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) end();
    };
    current?.addEventListener('input', onInput);
    addEventListener('pointermove', onMove);
    addEventListener('pointerdown', end);
    return () => {
      current?.removeEventListener('input', onInput);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerdown', end);
    };
  }, [screen]);
}

type Side = 'settings' | 'preview';
const panelKey = 'settings-panel';

/** What is beside the text, as the author left it. In a narrow window the settings are a drawer, and a preview opens a tab of its own. */
export function useSide(canHideSettings: () => boolean) {
  const isWide = useMedia('(width >= 62rem)');
  const opener = useRef<HTMLButtonElement>(null);
  const [beside, setBeside] = useState<Side | null>(() =>
    readStorage('local', panelKey) === 'shown' ? 'settings' : null,
  );
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const shown = isWide ? beside : isDrawerOpen ? 'settings' : null;
  const set = (next: Side | null) => {
    if (shown === 'settings' && next !== 'settings' && !canHideSettings()) return;
    if (!isWide) return setIsDrawerOpen(next === 'settings');
    setBeside(next);
    if (next !== 'preview') writeStorage('local', panelKey, next ? 'shown' : 'hidden');
  };
  return {
    isWide,
    isDrawer: !isWide && isDrawerOpen,
    shown,
    opener,
    show: set,
    hide: () => set(null),
    toggle: (side: Side) => set(shown === side ? null : side),
  };
}

/** Moves the focus from the title to the text, also before the editor is loaded, and back. */
export function useTextFocus(id: string) {
  const isWanted = useRef(false);
  const focus = () => {
    const text = document.getElementById(id);
    isWanted.current = text === null;
    text?.focus();
  };
  return {
    focus,
    ready: () => {
      if (isWanted.current) focus();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'ArrowUp' || event.shiftKey || event.defaultPrevented) return;
      const text = document.getElementById(id);
      if (!text || event.target !== text || !isCaretAtStart(text)) return;
      event.preventDefault();
      event.currentTarget.closest('form')?.querySelector('textarea')?.focus();
    },
  };
}

function isCaretAtStart(text: HTMLElement): boolean {
  const selection = getSelection();
  if (!selection?.isCollapsed || !selection.anchorNode) return false;
  const before = document.createRange();
  before.setStart(text, 0);
  before.setEnd(selection.anchorNode, selection.anchorOffset);
  return before.toString() === '' && !before.cloneContents().querySelector('img, hr, figure, p + p');
}
