import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { linkAt } from '../schema/link-commands.ts';
import type { Range } from './place.ts';

/** What the bubble is about: selected text, the link around the cursor, or a selected image. */
export type BubbleContext = Range & ({ kind: 'text' } | { kind: 'link'; href: string } | { kind: 'image' });

export function bubbleContext(editor: Editor): BubbleContext | null {
  const { selection } = editor.state;
  const { from, to, $from, empty } = selection;
  if (selection instanceof NodeSelection)
    return ['image', 'figure'].includes(selection.node.type.name) ? { kind: 'image', from, to } : null;
  if (!(selection instanceof TextSelection) || $from.parent.type.spec.code) return null;
  if (!empty) return isBlank(editor, { from, to }) ? null : { kind: 'text', from, to };
  // Also at its end, where the cursor is after pasting one.
  const beside = $from.nodeBefore ?? $from.nodeAfter;
  if (!beside?.marks.some(({ type }) => type.name === 'link')) return null;
  const target = linkAt(editor);
  return target.link ? { kind: 'link', from: target.from, to: target.to, href: target.link.href } : null;
}

function isBlank({ state }: Editor, { from, to }: Range): boolean {
  let isEmpty = true;
  state.doc.nodesBetween(from, to, (node) => {
    if (node.isInline) isEmpty = false;
    return isEmpty;
  });
  return isEmpty;
}

export const sameContext = (one: BubbleContext | null, other: BubbleContext | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
