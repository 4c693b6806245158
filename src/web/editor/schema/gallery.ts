import { Node } from '@tiptap/core';
import { Fragment } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { type FigureAttributes, figureAt } from './figure.ts';

export const Gallery = Node.create({
  name: 'gallery',
  group: 'block',
  content: 'figure+',
  isolating: true,
  parseHTML: () => [{ tag: 'div.gallery' }],
  renderHTML: () => ['div', { class: 'gallery' }, 0],
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
