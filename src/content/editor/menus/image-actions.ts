import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { ImageLayout } from '../../document/image-layouts.ts';
import type { FigureAttributes } from '../schema/figure.ts';
import { newLink } from '../schema/link.ts';

/** Actions on the selected image, which is inline, or a figure. */

type Selected = { node: Node; position: number; isFigure: boolean };

export function imageSelection({ state }: Editor): Selected | null {
  const { selection } = state;
  if (!(selection instanceof NodeSelection)) return null;
  const { node, from } = selection;
  const isFigure = node.type.name === 'figure';
  return isFigure || node.type.name === 'image' ? { node, position: from, isFigure } : null;
}

export function setImageAttributes(editor: Editor, attributes: Partial<FigureAttributes>): void {
  const selected = imageSelection(editor);
  if (!selected) return;
  const { tr } = editor.state;
  for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(selected.position, name, value);
  tr.setSelection(NodeSelection.create(tr.doc, selected.position));
  editor.view.dispatch(closeHistory(tr));
}

export function linkOf({ node, isFigure }: Selected): string {
  const link = isFigure ? node.attrs.link : node.marks.find(({ type }) => type.name === 'link')?.attrs;
  return link?.href ?? '';
}

/** Links the image; null removes the link. */
export function linkImage(editor: Editor, href: string | null): void {
  const selected = imageSelection(editor);
  if (!selected) return;
  const attributes = href === null ? null : newLink(href);
  if (selected.isFigure) {
    setImageAttributes(editor, { link: attributes });
    return;
  }
  const { tr, schema } = editor.state;
  const { position } = selected;
  const type = schema.marks.link;
  if (!type) return;
  if (attributes) tr.addMark(position, position + 1, type.create(attributes));
  else tr.removeMark(position, position + 1, type);
  tr.setSelection(NodeSelection.create(tr.doc, position));
  editor.view.dispatch(closeHistory(tr));
}

/** Places the cursor in the caption. An inline image becomes a figure first. */
export function editCaption(editor: Editor): void {
  editor.view.focus();
  if (!imageSelection(editor)?.isFigure && !editor.commands.imageToFigure()) return;
  const figure = imageSelection(editor);
  if (!figure?.isFigure) return;
  const { tr } = editor.state;
  const end = figure.position + 1 + figure.node.content.size;
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView());
}

/** Only figures have a layout; an inline image becomes one. */
export function setLayout(editor: Editor, layout: ImageLayout | null): void {
  if (!imageSelection(editor)?.isFigure && !editor.commands.imageToFigure()) return;
  setImageAttributes(editor, { layout, width: null });
  editor.view.focus();
}

/** Turns the image, with the figures and galleries next to it, into one gallery. */
export function makeGallery(editor: Editor): void {
  if (!imageSelection(editor)?.isFigure && !editor.commands.imageToFigure()) return;
  const figure = imageSelection(editor);
  const { gallery } = editor.schema.nodes;
  if (!figure?.isFigure || !gallery) return;
  const { tr, doc } = editor.state;
  const $at = doc.resolve(figure.position);
  const { parent } = $at;
  const joins = (index: number) => ['figure', 'gallery'].includes(parent.maybeChild(index)?.type.name ?? '');
  let [first, last] = [$at.index(), $at.index()];
  while (joins(first - 1)) first -= 1;
  while (joins(last + 1)) last += 1;
  const members = parent.children.slice(first, last + 1);
  const figures = members.flatMap((node) =>
    node.type === gallery ? node.children : [node.type.create({ ...node.attrs, layout: null }, node.content)],
  );
  const start = members
    .slice(0, $at.index() - first)
    .reduce((position, node) => position - node.nodeSize, figure.position);
  const end = members.reduce((position, node) => position + node.nodeSize, start);
  tr.replaceWith(start, end, gallery.create(null, Fragment.from(figures)));
  tr.setSelection(NodeSelection.create(tr.doc, start));
  editor.view.dispatch(closeHistory(tr).scrollIntoView());
}

export function canMakeGallery(editor: Editor): boolean {
  const selected = imageSelection(editor);
  if (!selected) return false;
  if (!selected.isFigure) return editor.can().imageToFigure();
  return editor.state.doc.resolve(selected.position).parent.type.name !== 'gallery';
}
