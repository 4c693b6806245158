import { Node } from '@tiptap/core';
import { type Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state';
import { ImageView } from '../views/image-view.ts';
import { fromParseRule } from './attributes.ts';
import { type ImageAttributes, imageAttributesOf, imageHtmlAttributes } from './image-attributes.ts';

export type { ImageAttributes } from './image-attributes.ts';

export const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: fromParseRule(),
    alt: fromParseRule(),
    title: fromParseRule(),
    width: fromParseRule(),
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => imageAttributesOf(element) ?? false }],
  renderHTML: ({ node }) => ['img', imageHtmlAttributes(node.attrs as ImageAttributes)],
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      new ImageView(node, view, getPos),
});

export function selectedImage({ selection }: EditorState): DocumentNode | null {
  return selection instanceof NodeSelection && selection.node.type.name === 'image' ? selection.node : null;
}

/** Inserts an image, in a paragraph of its own if the position is inside code. Returns the position after it. */
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
