import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { t } from '../../../platform/messages/translate.ts';
import { asTyped, control, create, focusAfter, shareHistory } from './controls.ts';
import { showFormula } from './tex.ts';

/** A formula with its TeX in a field below it while it is selected. */
export class MathView implements NodeView {
  readonly dom: HTMLElement;
  readonly #preview = create('span', { className: 'editor-math-preview' });
  readonly #field: HTMLTextAreaElement;
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.#view = view;
    this.#position = position;
    this.#field = control('textarea', {
      className: 'editor-math-field',
      ariaLabel: t('Formula in TeX'),
      rows: 1,
      spellcheck: false,
      autocapitalize: 'off',
      hidden: true,
    });
    this.#field.dir = 'ltr';
    this.dom = create(
      this.#isInline() ? 'span' : 'div',
      { className: 'editor-math' },
      this.#preview,
      this.#field,
    );
    this.#preview.setAttribute('role', 'img');
    this.#field.addEventListener('input', () => this.#changed());
    this.#field.addEventListener('keydown', (event) => this.#key(event));
    this.#field.addEventListener('blur', () => this.#hideUnlessSelected());
    this.#preview.addEventListener('click', () => this.edit());
    shareHistory(view, this.#field);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
    this.#field.hidden = false;
    this.#fit();
    // A new formula is empty, and its author wants to write it.
    if (!this.#node.attrs.tex) this.#field.focus();
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
    if (document.activeElement !== this.#field) this.#field.hidden = true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#field;
  }

  ignoreMutation(): boolean {
    return true;
  }

  /** Selects the formula and moves the focus into its field. */
  edit(): void {
    const position = this.#position();
    if (position === undefined) return;
    const { state } = this.#view;
    this.#view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, position)));
    this.#field.hidden = false;
    this.#field.focus();
  }

  #isInline(): boolean {
    return this.#node.isInline;
  }

  #show(): void {
    const { tex } = this.#node.attrs;
    if (this.#field.value !== tex) this.#field.value = tex;
    this.#fit();
    this.#preview.ariaLabel = tex ? t('Formula: {tex}', { tex }) : t('Empty formula');
    if (tex.trim() === '') this.#preview.textContent = t('Formula');
    else showFormula(tex, !this.#isInline(), this.#preview);
  }

  #fit(): void {
    this.#field.rows = Math.min(20, this.#field.value.split('\n').length);
  }

  #changed(): void {
    const position = this.#position();
    if (position === undefined) return;
    this.#view.dispatch(asTyped(this.#view.state.tr.setNodeAttribute(position, 'tex', this.#field.value)));
  }

  #key(event: KeyboardEvent): void {
    const leaves = event.key === 'Escape' || (event.key === 'Enter' && (this.#isInline() || event.ctrlKey));
    if (!leaves || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    const position = this.#position();
    if (position !== undefined) focusAfter(this.#view, position + this.#node.nodeSize);
  }

  #hideUnlessSelected(): void {
    if (!this.dom.classList.contains('ProseMirror-selectednode')) this.#field.hidden = true;
  }
}
