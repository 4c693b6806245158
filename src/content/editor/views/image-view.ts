import type { Node } from '@tiptap/pm/model';
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import type { ImageAttributes } from '../schema/image-attributes.ts';
import { ImageResizer } from './image-resizer.ts';

/** An image within a line of text. */
export class ImageView implements NodeView {
  readonly dom: HTMLElement;
  protected readonly image: ImageResizer;
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.image = new ImageResizer(node.attrs as ImageAttributes, view, position);
    this.dom = this.image.dom;
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.image.update(node.attrs as ImageAttributes);
    return true;
  }

  selectNode(): void {
    this.image.select();
  }

  deselectNode(): void {
    this.image.deselect();
  }

  stopEvent(event: Event): boolean {
    return this.image.handles(event);
  }

  ignoreMutation(_mutation: ViewMutationRecord): boolean {
    return true;
  }
}
