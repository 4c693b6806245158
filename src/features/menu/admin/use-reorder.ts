import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../../platform/messages/translate.ts';
import {
  find,
  type ListName,
  type Lists,
  nameOf,
  type Place,
  place,
  position,
  type Step,
  step,
} from './menu-order.ts';

const arrows: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'nest',
  ArrowLeft: 'unnest',
};

const refusals: Record<Step, (name: string) => string> = {
  up: (name) => t('{name} is already first.', { name }),
  down: (name) => t('{name} is already last.', { name }),
  nest: (name) => t('{name} cannot be below another entry here.', { name }),
  unnest: (name) => t('{name} is not below another entry.', { name }),
};

/** How far the pointer must move to the side to change the depth. */
const nestPixels = 28;

type Drag = { key: string; to: Place | null };

/** Reordering by keyboard and by pointer. Where a row goes is announced to screen readers. */
export function useReorder(lists: Lists, onChange: (lists: Lists) => void) {
  const [grabbed, setGrabbed] = useState<string | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [announcement, announce] = useState('');
  /** The order to return to when moving is canceled. */
  const before = useRef(lists);
  const endDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => endDrag.current?.(), []);
  /** An element loses the focus when React moves it to another place in the document. */
  const focused = useRef<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order
  useLayoutEffect(() => {
    if (focused.current?.isConnected) focused.current.focus();
    focused.current = null;
  }, [lists]);

  const name = (key: string): string => {
    const at = find(lists, key);
    const row = at && lists[at.list][at.index];
    return row ? nameOf(row) : '';
  };
  const move = (key: string, direction: Step) => {
    const moved = step(lists, key, direction);
    if (moved === lists) return announce(refusals[direction](name(key)));
    focused.current = document.activeElement as HTMLElement | null;
    onChange(moved);
    announce(`${name(key)}: ${position(moved, key)}.`);
  };
  const drop = () => {
    if (grabbed)
      announce(t('{name} dropped: {position}.', { name: name(grabbed), position: position(lists, grabbed) }));
    setGrabbed(null);
  };
  const cancel = () => {
    if (!grabbed) return;
    focused.current = document.activeElement as HTMLElement | null;
    onChange(before.current);
    announce(
      t('Moving canceled. {name}: {position}.', {
        name: name(grabbed),
        position: position(before.current, grabbed),
      }),
    );
    setGrabbed(null);
  };

  const onKeyDown = (key: string) => (event: KeyboardEvent) => {
    const isHeld = grabbed === key;
    const direction = arrows[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (isHeld) return drop();
      before.current = lists;
      setGrabbed(key);
      announce(
        t(
          '{name} grabbed: {position}. Arrow up and down move it, right and left change its level, Space drops it, Escape cancels.',
          { name: name(key), position: position(lists, key) },
        ),
      );
    } else if (isHeld && direction) {
      event.preventDefault();
      move(key, direction);
    } else if (isHeld && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
  };

  const onPointerDown = (key: string) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || endDrag.current) return;
    const { pointerId, clientX: startX, clientY: startY } = event;
    const from = find(lists, key);
    const depth = (from && lists[from.list][from.index]?.depth) ?? 0;
    let to: Place | null = null;
    const onMove = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const { clientX, clientY } = moved;
      // A click that trembles is no drag.
      if (!to && Math.hypot(clientX - startX, clientY - startY) < 5) return;
      const aside = clientX - startX;
      const wanted = aside > nestPixels ? 1 : aside < -nestPixels ? 0 : depth;
      to = placeAt(clientY, wanted);
      setDrag({ key, to });
      scrollNear(clientY);
    };
    const finish = (isDropped: boolean) => {
      endDrag.current?.();
      setDrag(null);
      if (!isDropped || !to) return;
      const moved = place(lists, key, to);
      onChange(moved);
      announce(t('{name} dropped: {position}.', { name: name(key), position: position(moved, key) }));
    };
    const onUp = (up: globalThis.PointerEvent) =>
      up.pointerId === pointerId && finish(up.type === 'pointerup');
    const onEscape = (pressed: globalThis.KeyboardEvent) => pressed.key === 'Escape' && finish(false);
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onUp);
    addEventListener('keydown', onEscape);
    endDrag.current = () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onUp);
      removeEventListener('keydown', onEscape);
      endDrag.current = null;
    };
  };

  return {
    grabbed,
    drag,
    announcement,
    announce,
    move,
    /** Of the handle of a row. */
    handle: (key: string) => ({
      onKeyDown: onKeyDown(key),
      onPointerDown: onPointerDown(key),
      // A handle that was only moved has the focus again; otherwise the move ends where the row is.
      onBlur: ({ target }: FocusEvent<HTMLElement>) =>
        requestAnimationFrame(() => document.activeElement !== target && setGrabbed(null)),
    }),
  };
}

/** The place between the rows at this height, in the list whose rows are nearest. */
function placeAt(y: number, depth: 0 | 1): Place | null {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-menu-list]')];
  const distance = (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(top - y, y - bottom, 0);
  };
  const [nearest] = elements.toSorted((a, b) => distance(a) - distance(b));
  if (!nearest) return null;
  const rows = [...nearest.querySelectorAll<HTMLElement>('[data-menu-row]')];
  const after = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return {
    list: nearest.dataset.menuList as ListName,
    index: after < 0 ? rows.length : after,
    depth,
  };
}

/** Scrolls the page while a row is dragged to its edge. */
function scrollNear(y: number): void {
  const edge = 60;
  if (y < edge) scrollBy(0, y - edge);
  else if (y > innerHeight - edge) scrollBy(0, y - innerHeight + edge);
}
