import type { Node } from '@tiptap/pm/model';
import type { Decoration, EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { type CalloutKind, calloutKinds } from '../schema/callout-kinds.ts';
import { isActive } from './active-blocks.ts';
import { control, create, focusText, isOutside } from './controls.ts';

const labels: Record<CalloutKind, string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
};

/** A callout with a list of its kinds. */
export class CalloutView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = create('div');
  readonly #kinds: HTMLSelectElement;
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    decorations: readonly Decoration[],
  ) {
    this.#node = node;
    const options = calloutKinds.map((kind) => create('option', { value: kind }, labels[kind]));
    this.#kinds = control('select', { className: 'editor-choice', ariaLabel: 'Kind of callout' }, ...options);
    this.dom = create('div', {}, this.#kinds, this.contentDOM);
    this.dom.dir = 'auto';
    this.#kinds.addEventListener('change', () => {
      const at = position();
      if (at === undefined) return;
      view.dispatch(view.state.tr.setNodeAttribute(at, 'kind', this.#kinds.value));
    });
    this.#kinds.addEventListener('keydown', (event) => {
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
    return target instanceof globalThis.Node && this.#kinds.contains(target);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }

  #show(decorations: readonly Decoration[]): void {
    this.dom.className = `callout ${this.#node.attrs.kind}`;
    this.#kinds.value = this.#node.attrs.kind;
    this.#kinds.tabIndex = isActive(decorations) ? 0 : -1;
  }
}
