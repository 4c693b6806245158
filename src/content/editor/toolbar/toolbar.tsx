import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../../../platform/messages/translate.ts';
import { Icon } from './icons.tsx';
import type { Item, PopupName } from './items.ts';
import { ToolStates } from './tool-states.ts';

type Groups = readonly (readonly Item[])[];

type Props = {
  editor: Editor;
  /** Must stay the same array. */
  groups: Groups;
  /** What the button "More" shows. */
  more?: Groups;
  controls: string;
  disabled: boolean;
  /** The name of the open popup. */
  open: string | null;
  onPopup(popup: PopupName, button: HTMLElement): void;
};

/** A toolbar as ARIA describes it: one tab stop, with arrow keys between its buttons. */
export function Toolbar({ editor, groups, more, controls, disabled, open, onPopup }: Props) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const [isMore, setIsMore] = useMore(bar);
  const count = groups.flat().length;

  function moveTo(index: number) {
    setCurrent(index);
    bar.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = (bar.current?.querySelectorAll('button').length ?? 1) - 1;
    const target = keyTarget(event.key, current, last);
    if (event.key === 'Escape' && !open) {
      setIsMore(false);
      setCurrent(Math.min(current, count));
      editor.view.focus();
    } else if (target !== null) moveTo(target);
    else return;
    event.preventDefault();
  }

  function activate(item: Item, button: HTMLElement) {
    if (disabled || !item.isEnabled(editor)) return;
    if (item.kind === 'popup') onPopup(item.popup, button);
    else item.run(editor);
  }

  const tools = { editor, disabled, open, current, onCurrent: setCurrent, onActivate: activate };
  return (
    <div
      ref={bar}
      className="editor-toolbar"
      role="toolbar"
      aria-label={t('Formatting')}
      aria-controls={controls}
      onKeyDown={onKeyDown}
    >
      <Tools {...tools} groups={groups} from={0} />
      {more && (
        <button
          type="button"
          className="editor-tool"
          aria-label={t('More')}
          title={t('More')}
          aria-expanded={isMore}
          tabIndex={current === count || (!isMore && current > count) ? 0 : -1}
          onFocus={() => setCurrent(count)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsMore(!isMore)}
        >
          <Icon name="more" />
        </button>
      )}
      {more && isMore && (
        <div className="editor-more">
          <Tools {...tools} groups={more} from={count + 1} />
        </div>
      )}
    </div>
  );
}

/** Whether further tools are shown: until a click elsewhere, or Escape, also in the text. */
function useMore(bar: RefObject<HTMLElement | null>) {
  const [isMore, setIsMore] = useState(false);
  useEffect(() => {
    if (!isMore) return;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !bar.current?.parentElement?.contains(target)) setIsMore(false);
    };
    const onKeyDown = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setIsMore(false);
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [bar, isMore]);
  return [isMore, setIsMore] as const;
}

type ToolsProps = {
  editor: Editor;
  groups: Groups;
  /** The place of the first one in the toolbar. */
  from: number;
  disabled: boolean;
  open: string | null;
  current: number;
  onCurrent(index: number): void;
  onActivate(item: Item, button: HTMLElement): void;
};

function Tools({ editor, groups, from, disabled, open, current, onCurrent, onActivate }: ToolsProps) {
  const items = groups.flat();
  const [states] = useState(() => new ToolStates(editor, items));
  return groups.map((group) => (
    <div key={group[0]?.name} className="editor-group">
      {group.map((item) => {
        const index = from + items.indexOf(item);
        return (
          <Tool
            key={item.name}
            item={item}
            states={states}
            disabled={disabled}
            isOpen={item.kind === 'popup' && item.popup === open}
            isTabStop={index === current}
            onFocus={() => onCurrent(index)}
            onActivate={onActivate}
          />
        );
      })}
    </div>
  ));
}

type ToolProps = {
  item: Item;
  states: ToolStates;
  disabled: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  onFocus(): void;
  onActivate(item: Item, button: HTMLElement): void;
};

function Tool({ item, states, disabled, isOpen, isTabStop, onFocus, onActivate }: ToolProps) {
  const state = useSyncExternalStore(states.subscribe, () => (disabled ? 'disabled' : states.of(item)));
  const isActive = state === 'active';
  const isPopup = item.kind === 'popup';
  return (
    <button
      type="button"
      className="editor-tool"
      aria-label={item.name}
      title={item.keys ? `${item.name} (${item.keys.replaceAll('Control', t('Ctrl'))})` : item.name}
      aria-keyshortcuts={item.keys}
      aria-disabled={state === 'disabled'}
      aria-pressed={isPopup || !item.isActive ? undefined : isActive}
      aria-haspopup={isPopup ? 'dialog' : undefined}
      aria-expanded={isPopup ? isOpen : undefined}
      data-active={isActive || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      // Preserves the selection in the text, and the on-screen keyboard of phones.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onActivate(item, event.currentTarget)}
    >
      <Icon name={item.icon} />
    </button>
  );
}

function keyTarget(key: string, current: number, last: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return current === last ? 0 : current + 1;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return current === 0 ? last : current - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}
