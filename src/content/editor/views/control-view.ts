import type { Node } from '@tiptap/pm/model';
import type { Decoration, EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { isActive } from './active-blocks.ts';
import { focusText, isOutside } from './controls.ts';

/**
 * A block with a control beside its text, which sets an attribute of the block. The control is a tab stop only while the
 * cursor is in the block, so that Tab does not stop at every block of a post.
 */
export abstract class ControlView<Control extends HTMLElement> implements NodeView {
  abstract readonly dom: HTMLElement;
  abstract readonly contentDOM: HTMLElement;
  protected abstract readonly control: Control;
  protected node: Node;
  protected readonly view: EditorView;
  protected readonly position: () => number | undefined;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.node = node;
    this.view = view;
    this.position = position;
  }

  /** Shows the attributes of the block. */
  protected abstract showNode(): void;

  protected show(decorations: readonly Decoration[]): void {
    this.showNode();
    this.control.tabIndex = isActive(decorations) ? 0 : -1;
  }

  protected setAttribute(name: string, value: unknown): void {
    const at = this.position();
    if (at !== undefined) this.view.dispatch(this.view.state.tr.setNodeAttribute(at, name, value));
  }

  /** Escape returns from the control to the text of the block. */
  protected leaveByEscape(): void {
    this.control.addEventListener('keydown', (event) => {
      const at = this.position();
      if (event.key !== 'Escape' || at === undefined) return;
      event.preventDefault();
      focusText(this.view, at + 1);
    });
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.show(decorations);
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target instanceof globalThis.Node && this.control.contains(target);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }
}

export type ControlViewArguments = [
  node: Node,
  view: EditorView,
  position: () => number | undefined,
  decorations: readonly Decoration[],
];
