import type { Node } from '@tiptap/pm/model';
import type { Decoration, EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { isActive } from './active-blocks.ts';
import { control, create, focusText, isOutside } from './controls.ts';

/** A task with its checkbox. */
export class TaskView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = create('div');
  readonly #box: HTMLInputElement;
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    decorations: readonly Decoration[],
  ) {
    this.#node = node;
    this.#box = create('input', { type: 'checkbox', ariaLabel: 'Done' });
    this.dom = create('li', {}, control('span', { className: 'editor-task' }, this.#box), this.contentDOM);
    this.#box.addEventListener('change', () => {
      const at = position();
      if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'done', this.#box.checked));
    });
    this.#box.addEventListener('keydown', (event) => {
      const at = position();
      if (event.key !== 'Escape' || at === undefined) return;
      event.preventDefault();
      focusText(view, at + 1);
    });
    this.#show(decorations);
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show(decorations);
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#box;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }

  #show(decorations: readonly Decoration[]): void {
    this.#box.checked = this.#node.attrs.done;
    this.dom.classList.toggle('done', this.#node.attrs.done);
    this.#box.tabIndex = isActive(decorations) ? 0 : -1;
  }
}
