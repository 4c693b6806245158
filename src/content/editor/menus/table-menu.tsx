import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../../platform/messages/translate.ts';
import { onEditorFrame } from '../editor-state.ts';
import { focusedChain } from '../focused-chain.ts';
import type { TableCommand } from '../schema/table-commands.ts';
import { Icon } from '../toolbar/icons.tsx';

const commands: readonly (readonly [string, TableCommand])[] = [
  [t('Add row above'), 'addRowBefore'],
  [t('Add row below'), 'addRowAfter'],
  [t('Delete row'), 'deleteRow'],
  [t('Add column before'), 'addColumnBefore'],
  [t('Add column after'), 'addColumnAfter'],
  [t('Delete column'), 'deleteColumn'],
  [t('Header row'), 'toggleHeaderRow'],
  [t('Header column'), 'toggleHeaderColumn'],
  [t('Delete table'), 'deleteTable'],
];

type Place = { top: number; end: number };

/** A menu at the corner of the table that the cursor is in. Alt+F10 moves the focus there. */
export function TableMenu({ editor }: { editor: Editor }) {
  const [place, setPlace] = useState<Place | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const update = () => setPlace((before) => same(before, placeOf(editor)));
    update();
    addEventListener('resize', update);
    const stopFrames = onEditorFrame(editor, update);
    return () => {
      stopFrames();
      removeEventListener('resize', update);
    };
  }, [editor]);

  useEffect(() => {
    if (!isOpen) return;
    const item = menu.current?.querySelector<HTMLElement>('[role=menuitem]');
    // Near the bottom of the window, the page scrolls until the whole menu is in sight.
    item?.parentElement?.scrollIntoView({ block: 'nearest' });
    item?.focus({ preventScroll: true });
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);

  if (!place) return null;
  const close = () => {
    setIsOpen(false);
    editor.view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setIsOpen(false);
    else if (!isOpen || !moveFocus(event.key, menu.current)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the keys of the menu in it
    <div
      ref={menu}
      className="editor-table-menu"
      style={{ top: place.top, insetInlineEnd: place.end }}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className="editor-tool"
        aria-label={t('Table')}
        title={t('Table (Alt+F10)')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="table" />
      </button>
      {isOpen && (
        <div className="editor-floating" role="menu" aria-label={t('Table')}>
          {commands.map(([name, command]) => (
            <button
              key={command}
              type="button"
              role="menuitem"
              className="editor-suggestion"
              tabIndex={-1}
              onClick={() => {
                setIsOpen(false);
                focusedChain(editor)[command]().run();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const same = (before: Place | null, next: Place | null): Place | null =>
  before?.top === next?.top && before?.end === next?.end ? before : next;

/** The corner of the table around the cursor, above its last column. */
function placeOf(editor: Editor): Place | null {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name !== 'table') continue;
    const table = editor.view.nodeDOM($from.before(depth));
    const frame = editor.view.dom.closest('.editor')?.getBoundingClientRect();
    if (!(table instanceof HTMLElement) || !frame) return null;
    const { top, left, right } = table.getBoundingClientRect();
    const isRtl = getComputedStyle(table).direction === 'rtl';
    return { top: top - frame.top, end: isRtl ? left - frame.left : frame.right - right };
  }
  return null;
}

function moveFocus(key: string, menu: HTMLElement | null): boolean {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const current = items.indexOf(document.activeElement as HTMLElement);
  const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: items.length - 1 }[key];
  if (target === undefined) return false;
  items[(target + items.length) % items.length]?.focus();
  return true;
}
