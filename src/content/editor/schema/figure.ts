import { Node } from '@tiptap/core';
import { type Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state';
import { type ImageLayout, layoutIn } from '../../document/image-layouts.ts';
import { FigureView } from '../views/figure-view.ts';
import { fromParseRule } from './attributes.ts';
import { selectedImage } from './image.ts';
import { type ImageAttributes, imageAttributesOf, imageHtmlAttributes } from './image-attributes.ts';
import { type LinkAttributes, linkAttributesOf } from './link.ts';

/** A figure has the attributes of its image, and of the link around it. Its layout replaces the width of the image. */
export type FigureAttributes = ImageAttributes & { link: LinkAttributes | null; layout: ImageLayout | null };

function attributesOf(element: HTMLElement): FigureAttributes | null {
  const image = element.querySelector('img');
  const attributes = image && imageAttributesOf(image);
  const anchor = image?.closest('a');
  if (!attributes) return null;
  const layout = element.parentElement?.matches('.gallery') ? null : layoutIn([...element.classList]);
  return {
    ...attributes,
    width: layout ? null : attributes.width,
    link: anchor ? linkAttributesOf(anchor) : null,
    layout,
  };
}

/** The caption of a figure; an empty element that the parser can read if there is none. */
export function captionOf(element: HTMLElement): HTMLElement {
  return element.querySelector('figcaption') ?? element.ownerDocument.createElement('figcaption');
}

export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    src: fromParseRule(),
    alt: fromParseRule(),
    title: fromParseRule(),
    width: fromParseRule(),
    link: fromParseRule(),
    layout: fromParseRule(),
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (element) => attributesOf(element) ?? false,
      contentElement: (element) => captionOf(element as HTMLElement),
    },
  ],
  renderHTML({ node }) {
    const { link, layout } = node.attrs as FigureAttributes;
    const image = ['img', imageHtmlAttributes(node.attrs as ImageAttributes)] as const;
    const linked = link ? (['a', link, image] as const) : image;
    const caption = node.childCount > 0 ? ([['figcaption', 0]] as const) : [];
    return ['figure', { class: layout }, linked, ...caption];
  },
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      new FigureView(node, view, getPos),
  addCommands: () => ({
    imageToFigure:
      () =>
      ({ state, tr, dispatch }) =>
        imageToFigure(state, tr, dispatch !== undefined),
    figureToImage:
      () =>
      ({ state, tr, dispatch }) =>
        figureToImage(state, tr, dispatch !== undefined),
  }),
});

/** The selected figure, or the one with the cursor in its caption. */
export function figureAt({ selection }: EditorState): { node: DocumentNode; position: number } | null {
  if (selection instanceof NodeSelection && selection.node.type.name === 'figure')
    return { node: selection.node, position: selection.from };
  const { $from } = selection;
  if ($from.parent.type.name !== 'figure') return null;
  return { node: $from.parent, position: $from.before() };
}

/** The image leaves its paragraph, whose text before and after it stays. */
function imageToFigure(state: EditorState, tr: Transaction, run: boolean): boolean {
  const image = selectedImage(state);
  const { $from, $to } = state.selection;
  const { figure } = state.schema.nodes;
  const container = $from.depth > 0 ? $from.node(-1) : null;
  if (!image || !figure || !container?.canReplaceWith($from.index(-1), $from.indexAfter(-1), figure))
    return false;
  if (!run) return true;
  const link = image.marks.find(({ type }) => type.name === 'link')?.attrs ?? null;
  const node = figure.create({ ...image.attrs, link });
  const block = $from.parent;
  const parts = [
    block.cut(0, $from.parentOffset),
    node,
    block.cut($to.parentOffset, block.content.size),
  ].filter((part) => part === node || part.content.size > 0);
  const start = $from.before();
  tr.replaceWith(start, $from.after(), parts);
  const before = parts[0] === node ? 0 : (parts[0]?.nodeSize ?? 0);
  tr.setSelection(NodeSelection.create(tr.doc, start + before));
  return true;
}

/** The caption, which an image does not have, becomes a paragraph after it. */
function figureToImage(state: EditorState, tr: Transaction, run: boolean): boolean {
  const found = figureAt(state);
  const { image, paragraph } = state.schema.nodes;
  if (!found || !image || !paragraph) return false;
  if (state.doc.resolve(found.position).parent.type.name === 'gallery') return false;
  if (!run) return true;
  const { link, layout: _, ...attributes } = found.node.attrs;
  const inline = image.create(attributes, null, link ? [state.schema.mark('link', link)] : []);
  const caption = found.node.content.size > 0 ? [paragraph.create(null, found.node.content)] : [];
  tr.replaceWith(found.position, found.position + found.node.nodeSize, [
    paragraph.create(null, Fragment.from(inline)),
    ...caption,
  ]);
  tr.setSelection(NodeSelection.create(tr.doc, found.position + 1));
  return true;
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    figure: {
      /** Turns the selected image into a figure, which has a caption. */
      imageToFigure: () => ReturnType;
      figureToImage: () => ReturnType;
    };
  }
}
