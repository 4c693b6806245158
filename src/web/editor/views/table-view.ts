import type { Node } from '@tiptap/pm/model';
import type { Decoration, EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { isActive } from './active-blocks.ts';
import { asTyped, control, create, focusText, isOutside, shareHistory } from './controls.ts';

/** A table that scrolls if it is wide, with a field for its caption. */
export class TableView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = create('tbody');
  readonly #caption: HTMLInputElement;
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    decorations: readonly Decoration[],
  ) {
    this.#node = node;
    this.#view = view;
    this.#position = position;
    this.#caption = control('input', {
      className: 'editor-caption',
      placeholder: 'Caption',
      ariaLabel: 'Table caption',
      maxLength: 500,
    });
    this.#caption.dir = 'auto';
    const table = create('table', {}, this.contentDOM);
    this.dom = create('div', { className: 'table editor-table' }, this.#caption, table);
    this.#caption.addEventListener('input', () => this.#changed());
    this.#caption.addEventListener('keydown', (event) => this.#key(event));
    shareHistory(view, this.#caption);
    this.#show(decorations);
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show(decorations);
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#caption;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }

  #show(decorations: readonly Decoration[]): void {
    const caption = this.#node.attrs.caption ?? '';
    if (this.#caption.value.trim() !== caption) this.#caption.value = caption;
    this.#caption.tabIndex = isActive(decorations) ? 0 : -1;
  }

  #changed(): void {
    const position = this.#position();
    if (position === undefined) return;
    const caption = this.#caption.value.trim().replace(/\s+/g, ' ') || null;
    this.#view.dispatch(asTyped(this.#view.state.tr.setNodeAttribute(position, 'caption', caption)));
  }

  #key(event: KeyboardEvent): void {
    const position = this.#position();
    if (event.isComposing || position === undefined) return;
    if (event.key === 'Enter' || event.key === 'Escape' || event.key === 'ArrowDown')
      focusText(this.#view, position + 1);
    else if (event.key === 'ArrowUp') focusText(this.#view, position, -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
