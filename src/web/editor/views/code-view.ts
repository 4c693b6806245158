import type { Node } from '@tiptap/pm/model';
import type { Decoration, EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { codeLanguages } from '../schema/code-languages.ts';
import { isActive } from './active-blocks.ts';
import { control, create, focusText, isOutside } from './controls.ts';

/** A code block with a list of languages in its corner. */
export class CodeView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = create('code', { spellcheck: false });
  readonly #languages: HTMLSelectElement;
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    decorations: readonly Decoration[],
  ) {
    this.#node = node;
    this.#languages = control('select', { className: 'editor-choice', ariaLabel: 'Language' });
    const pre = create('pre', {}, this.contentDOM);
    pre.dir = 'ltr';
    this.dom = create('div', { className: 'editor-code' }, this.#languages, pre);
    this.#languages.addEventListener('change', () => {
      const at = position();
      if (at === undefined) return;
      view.dispatch(view.state.tr.setNodeAttribute(at, 'language', this.#languages.value || null));
    });
    this.#languages.addEventListener('keydown', (event) => {
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
    return target instanceof globalThis.Node && this.#languages.contains(target);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }

  #show(decorations: readonly Decoration[]): void {
    const language = this.#node.attrs.language ?? '';
    if (this.#languages.value !== language || this.#languages.options.length === 0) this.#fill(language);
    this.#languages.tabIndex = isActive(decorations) ? 0 : -1;
  }

  /** A language that is not in the list stays as it is. */
  #fill(language: string): void {
    const known = codeLanguages.some(({ value }) => value === language);
    const all = known ? codeLanguages : [...codeLanguages, { value: language, name: language }];
    this.#languages.replaceChildren(...all.map(({ value, name }) => create('option', { value }, name)));
    this.#languages.value = language;
  }
}
