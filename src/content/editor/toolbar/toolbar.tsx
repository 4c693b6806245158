import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from './icons.tsx';
import type { Item, PopupName } from './items.ts';
import { ToolStates } from './tool-states.ts';

type Props = {
  editor: Editor;
  /** Must stay the same array. */
  groups: readonly (readonly Item[])[];
  controls: string;
  disabled: boolean;
  /** The name of the open popup. */
  open: string | null;
  onPopup(popup: PopupName, button: HTMLElement): void;
};

/** A toolbar as ARIA describes it: one tab stop, with arrow keys between its buttons. */
export function Toolbar({ editor, groups, controls, disabled, open, onPopup }: Props) {
  const items = groups.flat();
  const [states] = useState(() => new ToolStates(editor, items));
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);

  function moveTo(index: number) {
    setCurrent(index);
    bar.current?.querySelectorAll<HTMLElement>('button')[index]?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = keyTarget(event.key, current, items.length - 1);
    if (event.key === 'Escape' && !open) editor.view.focus();
    else if (target !== null) moveTo(target);
    else return;
    event.preventDefault();
  }

  function activate(item: Item, button: HTMLElement) {
    if (disabled || !item.isEnabled(editor)) return;
    if (item.kind === 'popup') onPopup(item.popup, button);
    else item.run(editor);
  }

  return (
    <div
      ref={bar}
      className="editor-toolbar"
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={onKeyDown}
    >
      {groups.map((group) => (
        <div key={group[0]?.name} className="editor-group">
          {group.map((item) => {
            const index = items.indexOf(item);
            return (
              <Tool
                key={item.name}
                item={item}
                states={states}
                disabled={disabled}
                isOpen={item.kind === 'popup' && item.popup === open}
                isTabStop={index === current}
                onFocus={() => setCurrent(index)}
                onActivate={activate}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
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
      title={item.keys ? `${item.name} (${item.keys.replaceAll('Control', 'Ctrl')})` : item.name}
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
