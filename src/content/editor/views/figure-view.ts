import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { imageLayouts } from '../../document/image-layouts.ts';
import type { ImageAttributes } from '../schema/image-attributes.ts';
import { control, create, isOutside } from './controls.ts';
import { ImageResizer } from './image-resizer.ts';

/** A figure: the image is selected with a click, and the caption is text. */
export class FigureView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = create('figcaption');
  readonly #image: ImageResizer;
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.#image = new ImageResizer(node.attrs as ImageAttributes, view, position);
    const image = control('div', {}, this.#image.dom);
    image.addEventListener('click', () => selectNodeAt(view, position()));
    this.contentDOM.dataset.placeholder = 'Caption';
    this.dom = create('figure', { className: 'editor-figure' }, image, this.contentDOM);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#image.update(node.attrs as ImageAttributes);
    this.#show();
    return true;
  }

  selectNode(): void {
    this.#image.select();
  }

  deselectNode(): void {
    this.#image.deselect();
  }

  stopEvent(event: Event): boolean {
    return this.#image.handles(event);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }

  #show(): void {
    this.contentDOM.classList.toggle('empty', this.#node.childCount === 0);
    // Other classes are those of decorations.
    for (const layout of imageLayouts) this.dom.classList.toggle(layout, layout === this.#node.attrs.layout);
  }
}

export function selectNodeAt(view: EditorView, position: number | undefined): void {
  if (position === undefined) return;
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(NodeSelection.create(doc, position)));
  view.focus();
}
