import type { Editor } from '@tiptap/core';
import {
  type CSSProperties,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../../platform/messages/translate.ts';
import { onEditorFrame } from '../editor-state.ts';
import type { EditorMenus } from './menus.ts';
import { announcePosition, moveBlockTo } from './move-block.ts';

/** `edge` is where the block starts. */
type Place = { index: number; top: number; edge: number; height: number; isEmpty: boolean };
type Drag = { index: number; before: number; line: number };

/**
 * Beside a block: "+" to insert into an empty line, and a handle to drag it. They appear at the block under the pointer, at the
 * block that was touched, and at an empty line with the cursor. Keyboards use `/` and Alt with arrow keys instead.
 */
export function Gutter({ editor, menus }: { editor: Editor; menus: EditorMenus }) {
  const [place, setPlace] = useState<Place | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const dragged = useRef<Drag | null>(null);

  useEffect(() => {
    const content = editor.view.dom.parentElement;
    if (!content) return;
    let doc = editor.state.doc;
    const show = (index: number) => {
      if (!dragged.current) setPlace(placeOf(editor, index));
    };
    const stopFrames = onEditorFrame(editor, () => {
      const isTyped = doc !== editor.state.doc;
      doc = editor.state.doc;
      const index = editor.state.selection.$from.index(0);
      // Positions cost a layout, so typing only hides what a pointer has shown.
      if (isTyped && !isEmptyAt(editor, index)) setPlace(null);
      else if (isTyped || isTouch()) show(index);
      else if (isEmptyAt(editor, index)) show(index);
    });
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') show(indexAt(editor, event.clientY));
    };
    content.addEventListener('pointermove', onMove);
    return () => {
      stopFrames();
      content.removeEventListener('pointermove', onMove);
    };
  }, [editor]);

  function begin(event: ReactPointerEvent<HTMLButtonElement>) {
    if (event.button !== 0 || !place) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    update({ index: place.index, before: place.index, line: place.top });
  }

  function update(next: Drag | null) {
    dragged.current = next;
    setDrag(next);
  }

  function onMove(event: ReactPointerEvent) {
    const { current } = dragged;
    if (!current) return;
    scrollAtEdges(event.clientY);
    update({ index: current.index, ...gapAt(editor, event.clientY) });
  }

  function end(commit: boolean) {
    const { current } = dragged;
    update(null);
    const tr = current && commit ? moveBlockTo(editor.state, current.index, current.before) : null;
    if (!tr) return;
    editor.view.dispatch(tr);
    setPlace(null);
    announcePosition(editor.view, true);
  }

  useEffect(() => {
    if (!drag) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      dragged.current = null;
      setDrag(null);
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [drag]);

  if (!place) return null;
  return (
    <>
      <div
        className="editor-gutter"
        style={{ top: place.top, height: place.height, '--text-start': `${place.edge}px` } as CSSProperties}
      >
        {place.isEmpty && (
          <button
            type="button"
            className="editor-gutter-button"
            tabIndex={-1}
            aria-label={t('Add block')}
            title={t('Add block (/)')}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => openMenu(editor, menus, place.index)}
          >
            <svg aria-hidden="true" viewBox="0 0 20 20">
              <path d="M10 4v12M4 10h12" />
            </svg>
          </button>
        )}
        <button
          type="button"
          className="editor-gutter-button editor-drag-handle"
          tabIndex={-1}
          aria-label={t('Move block')}
          title={t('Drag to move (Alt+Up, Alt+Down)')}
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={begin}
          onPointerMove={onMove}
          onPointerUp={() => end(true)}
          onPointerCancel={() => end(false)}
        >
          <svg aria-hidden="true" viewBox="0 0 20 20">
            <path d="M7 5h.01M7 10h.01M7 15h.01M13 5h.01M13 10h.01M13 15h.01" />
          </svg>
        </button>
      </div>
      {drag && <div className="editor-drop-line" style={{ top: drag.line }} />}
    </>
  );
}

const isTouch = () => matchMedia('(pointer: coarse)').matches;

function isEmptyAt({ state }: Editor, index: number): boolean {
  const block = state.doc.maybeChild(index);
  return block?.type.name === 'paragraph' && block.content.size === 0;
}

function elements(editor: Editor): HTMLElement[] {
  return ([...editor.view.dom.children] as HTMLElement[]).filter(
    (element) => !element.matches('.ProseMirror-gapcursor'),
  );
}

function placeOf(editor: Editor, index: number): Place | null {
  const block = elements(editor)[index];
  const frame = block?.closest('.editor')?.getBoundingClientRect();
  if (!block || !frame) return null;
  const box = block.getBoundingClientRect();
  // Beside the first line.
  const lineHeight = Number.parseFloat(getComputedStyle(block).lineHeight) || 28;
  const text = editor.view.dom.getBoundingClientRect();
  const isRtl = getComputedStyle(editor.view.dom).direction === 'rtl';
  // Wide images begin before the text.
  const edge = isRtl
    ? frame.right - Math.max(text.right, box.right)
    : Math.min(text.left, box.left) - frame.left;
  return { index, top: box.top - frame.top, edge, height: lineHeight, isEmpty: isEmptyAt(editor, index) };
}

/** The block at a height of the page, by binary search because a post may have thousands. */
function indexAt(editor: Editor, y: number): number {
  const all = elements(editor);
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.getBoundingClientRect().bottom ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The gap between two blocks that is nearest to a height of the page. */
function gapAt(editor: Editor, y: number): { before: number; line: number } {
  const all = elements(editor);
  const index = indexAt(editor, y);
  const block = all[index]?.getBoundingClientRect();
  const frame = editor.view.dom.closest('.editor')?.getBoundingClientRect();
  if (!block || !frame) return { before: index, line: 0 };
  const isBelow = y > (block.top + block.bottom) / 2;
  return { before: isBelow ? index + 1 : index, line: (isBelow ? block.bottom : block.top) - frame.top };
}

const edge = 48;

function scrollAtEdges(y: number): void {
  if (y < edge * 2) scrollBy(0, -edge / 2);
  else if (y > innerHeight - edge) scrollBy(0, edge / 2);
}

function openMenu(editor: Editor, menus: EditorMenus, index: number): void {
  const { view } = editor;
  const position = [...Array(index).keys()].reduce((sum, at) => sum + editor.state.doc.child(at).nodeSize, 1);
  editor.commands.setTextSelection(position);
  view.focus();
  menus.blocks.open(view);
}
