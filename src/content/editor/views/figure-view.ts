import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView, ViewMutationRecord } from '@tiptap/pm/view';
import { t } from '../../../platform/messages/translate.ts';
import { imageLayouts } from '../../document/image-layouts.ts';
import { control, create, isOutside } from './controls.ts';
import { ImageView } from './image-view.ts';

/** A figure: the image is selected with a click, and the caption is text. */
export class FigureView extends ImageView {
  override readonly dom: HTMLElement;
  readonly contentDOM = create('figcaption');

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    super(node, view, position);
    const image = control('div', {}, this.image.dom);
    image.addEventListener('click', () => selectNodeAt(view, position()));
    this.contentDOM.dataset.placeholder = t('Caption');
    this.dom = create('figure', { className: 'editor-figure' }, image, this.contentDOM);
    this.#show(node);
  }

  override update(node: Node): boolean {
    if (!super.update(node)) return false;
    this.#show(node);
    return true;
  }

  override ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }

  #show({ childCount, attrs }: Node): void {
    this.contentDOM.classList.toggle('no-text', childCount === 0);
    // Other classes are those of decorations.
    for (const layout of imageLayouts) this.dom.classList.toggle(layout, layout === attrs.layout);
  }
}

export function selectNodeAt(view: EditorView, position: number | undefined): void {
  if (position === undefined) return;
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(NodeSelection.create(doc, position)));
  view.focus();
}
