import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { t } from '../../../platform/messages/translate.ts';
import { announce } from './announce.ts';

/** A range of siblings: the items of a list or gallery, or the blocks of the post. */
type Siblings = { parent: Node; start: number; first: number; last: number };

const itemTypes = new Set(['listItem', 'taskItem']);

function isItem($at: ResolvedPos, depth: number): boolean {
  const name = $at.node(depth).type.name;
  return itemTypes.has(name) || (name === 'figure' && $at.node(depth - 1).type.name === 'gallery');
}

/** What moves with the selection: its list items or images of a gallery, otherwise its top-level blocks. */
function movedBlocks({ selection, doc }: EditorState): Siblings | null {
  const { $from, $to } = selection;
  let depth = Math.min($from.depth, $from.sharedDepth($to.pos) + 1);
  while (depth > 1 && !isItem($from, depth)) depth -= 1;
  const container = Math.max(0, depth - 1);
  const first = $from.index(container);
  const last = Math.max(first, $to.indexAfter(container) - 1);
  if (doc.childCount === 0) return null;
  return { parent: $from.node(container), start: $from.start(container), first, last };
}

const offsetOf = (parent: Node, index: number): number => {
  let offset = 0;
  for (let at = 0; at < index; at += 1) offset += parent.child(at).nodeSize;
  return offset;
};

/** Moves the neighbor to the other side, so that the selection stays in the moved blocks. */
function moveBlocks(state: EditorState, direction: -1 | 1): Transaction | null {
  const moved = movedBlocks(state);
  if (!moved) return null;
  const { parent, start, first, last } = moved;
  const neighborIndex = direction === -1 ? first - 1 : last + 1;
  const neighbor = parent.maybeChild(neighborIndex);
  if (!neighbor) return null;
  const { tr } = state;
  const at = start + offsetOf(parent, neighborIndex);
  tr.delete(at, at + neighbor.nodeSize);
  const target =
    direction === -1
      ? start + offsetOf(parent, last + 1) - neighbor.nodeSize
      : start + offsetOf(parent, first);
  tr.insert(target, neighbor);
  return closeHistory(tr).scrollIntoView();
}

/** Moves a top-level block to before another one. */
export function moveBlockTo(state: EditorState, index: number, before: number): Transaction | null {
  const block = state.doc.maybeChild(index);
  if (!block || before === index || before === index + 1) return null;
  const { tr } = state;
  const at = offsetOf(state.doc, index);
  tr.delete(at, at + block.nodeSize);
  tr.insert(tr.mapping.map(offsetOf(state.doc, before)), block);
  return closeHistory(tr);
}

function move(view: EditorView, direction: -1 | 1): true {
  const tr = moveBlocks(view.state, direction);
  if (tr) view.dispatch(tr);
  announcePosition(view, tr !== null);
  return true;
}

export function announcePosition(view: EditorView, moved: boolean): void {
  const blocks = movedBlocks(view.state);
  if (!blocks) return;
  const place = t('{number} of {childCount}', {
    number: blocks.first + 1,
    childCount: blocks.parent.childCount,
  });
  announce(
    view.dom,
    moved ? t('Moved to position {place}', { place }) : t('Already at position {place}', { place }),
  );
}

/** Moves blocks with the keyboard. The keys are consumed also at the ends, where they would move the cursor by a paragraph. */
export const MoveBlocks = Extension.create({
  name: 'moveBlocks',
  addKeyboardShortcuts() {
    return {
      'Alt-ArrowUp': () => move(this.editor.view, -1),
      'Alt-ArrowDown': () => move(this.editor.view, 1),
    };
  },
});
