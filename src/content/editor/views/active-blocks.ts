import { Extension } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const withControls = new Set([
  'button',
  'callout',
  'codeBlock',
  'figure',
  'gallery',
  'media',
  'table',
  'taskItem',
]);

/** Marks the blocks around the cursor, whose controls can then be reached with Tab. */
export const ActiveBlocks = Extension.create({
  name: 'activeBlocks',
  addProseMirrorPlugins: () => [new Plugin({ props: { decorations: activeBlocks } })],
});

function activeBlocks({ doc, selection: { $from, from } }: EditorState): DecorationSet | null {
  const active: Decoration[] = [];
  const add = (position: number, size: number) =>
    active.push(Decoration.node(position, position + size, { class: 'editor-active' }, { isActive: true }));
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if (withControls.has($from.node(depth).type.name)) add($from.before(depth), $from.node(depth).nodeSize);
  const selected = $from.nodeAfter;
  if (selected && withControls.has(selected.type.name)) add(from, selected.nodeSize);
  return active.length > 0 ? DecorationSet.create(doc, active) : null;
}

export function isActive(decorations: readonly Decoration[]): boolean {
  return decorations.some(({ spec }) => spec.isActive);
}
