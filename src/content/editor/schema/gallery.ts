import { Node } from '@tiptap/core';
import { Fragment, type Slice } from '@tiptap/pm/model';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type FigureAttributes, figureAt } from './figure.ts';

export const Gallery = Node.create({
  name: 'gallery',
  group: 'block',
  content: 'figure+',
  isolating: true,
  parseHTML: () => [{ tag: 'div.gallery' }],
  renderHTML: () => ['div', { class: 'gallery' }, 0],
  addProseMirrorPlugins: () => [new Plugin({ props: { handleDrop: dropIntoGallery } })],
  addCommands: () => ({
    insertGallery:
      (images) =>
      ({ commands, state, tr, dispatch }) => {
        if (images.length === 0) return false;
        const { $from } = state.selection;
        const figures = images.map((image) => state.schema.node('figure', image));
        const { gallery } = state.schema.nodes;
        for (let depth = $from.depth; depth > 0; depth -= 1) {
          if ($from.node(depth).type !== gallery) continue;
          if (dispatch) tr.insert($from.after(depth) - 1, Fragment.from(figures));
          return true;
        }
        return commands.insertContent({
          type: 'gallery',
          content: figures.map((figure) => figure.toJSON()),
        });
      },
    moveFigure:
      (by) =>
      ({ state, tr, dispatch }) => {
        const found = figureAt(state);
        const $at = found && state.doc.resolve(found.position);
        if (!found || !$at || $at.parent.type.name !== 'gallery') return false;
        const target = $at.index() + by;
        if (target < 0 || target >= $at.parent.childCount) return true;
        if (!dispatch) return true;
        tr.delete(found.position, found.position + found.node.nodeSize);
        const position = tr.doc.resolve($at.start()).posAtIndex(target);
        tr.insert(position, found.node);
        tr.setSelection(NodeSelection.create(tr.doc, position)).scrollIntoView();
        return true;
      },
  }),
});

/** A figure that is dropped on the right half of another one comes after it. */
function dropIntoGallery(view: EditorView, event: DragEvent, slice: Slice, moved: boolean): boolean {
  const { doc, tr } = view.state;
  const [figure, ...more] = slice.content.content;
  const target = event.target instanceof Element ? event.target.closest('.gallery > figure') : null;
  if (!moved || !target || more.length > 0 || figure?.type.name !== 'figure') return false;
  const { left, width, right } = target.getBoundingClientRect();
  const isLeftToRight = getComputedStyle(target).direction === 'ltr';
  const isAfter = isLeftToRight ? event.clientX > left + width / 2 : event.clientX < right - width / 2;
  const start = view.posAtDOM(target, 0) - 1;
  const position = start + (isAfter ? (doc.nodeAt(start)?.nodeSize ?? 0) : 0);
  let source = -1;
  doc.descendants((node, at) => {
    if (node === figure) source = at;
    return source === -1 && !node.isTextblock;
  });
  if (source === -1) return false;
  event.preventDefault();
  tr.delete(source, source + figure.nodeSize);
  const at = tr.mapping.map(position);
  tr.insert(at, figure);
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)).setMeta('uiEvent', 'drop'));
  return true;
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    gallery: {
      /** Inserts a gallery, or adds the images to the gallery that has the cursor. */
      insertGallery: (images: readonly (Partial<FigureAttributes> & { src: string })[]) => ReturnType;
      /** Moves the selected figure within its gallery. */
      moveFigure: (by: 1 | -1) => ReturnType;
    };
  }
}
