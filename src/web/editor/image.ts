import { Node } from '@tiptap/core';
import { type Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state';
import { storedImageAddress } from '../../document/address.ts';
import { ImageView } from './image-view.ts';

export type ImageAttributes = {
  src: string;
  alt: string | null;
  title: string | null;
  width: number | null;
};

function readImage(element: HTMLElement): ImageAttributes | false {
  const src = storedImageAddress(element.getAttribute('src') ?? '');
  if (src === null) return false;
  const width = /^\s*0*([1-9]\d{0,3})(?:\.\d+)?(?:px)?\s*$/i.exec(element.getAttribute('width') ?? '')?.[1];
  return {
    src,
    alt: element.getAttribute('alt'),
    title: element.getAttribute('title'),
    width: width ? Number(width) : null,
  };
}

export const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    title: { default: null },
    width: {
      default: null,
      renderHTML: ({ width }) => (width ? { width: `${width}px` } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: readImage }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      new ImageView(node, view, getPos),
});

export function selectedImage({ selection }: EditorState): DocumentNode | null {
  return selection instanceof NodeSelection && selection.node.type.name === 'image' ? selection.node : null;
}

/** Puts an image at a position, or into a paragraph of its own where text is code; the position behind it. */
export function placeImage(tr: Transaction, position: number, attributes: ImageAttributes): number {
  const { image, paragraph } = tr.doc.type.schema.nodes;
  const $at = tr.doc.resolve(position);
  const node = image?.create(attributes, null, $at.parent.inlineContent ? $at.marks() : []);
  if (!node || !paragraph) return position;
  if ($at.parent.canReplaceWith($at.index(), $at.index(), node.type)) {
    tr.insert(position, node);
    return position + 1;
  }
  const after = $at.parent.isTextblock ? $at.after() : position;
  tr.insert(after, paragraph.create(null, Fragment.from(node)));
  return after + 2;
}
