import { t } from '../../../platform/messages/translate.ts';
import { linkUrl } from '../../document/url.ts';
import { ControlView, type ControlViewArguments } from './control-view.ts';
import { asTyped, control, create, focusAfter, shareHistory } from './controls.ts';

/** A button with its text, and the URL that it leads to below. */
export class ButtonView extends ControlView<HTMLInputElement> {
  readonly contentDOM = create('span', { className: 'button primary' });
  protected readonly control = control('input', {
    className: 'editor-caption',
    type: 'text',
    inputMode: 'url',
    placeholder: t('URL of the button'),
    ariaLabel: t('URL of the button'),
    dir: 'ltr',
  });
  readonly dom = create('div', { className: 'editor-button' }, this.contentDOM, this.control);

  constructor(...[node, view, position, decorations]: ControlViewArguments) {
    super(node, view, position);
    this.contentDOM.dataset.placeholder = t('Text of the button');
    this.control.addEventListener('input', () => this.#store());
    this.control.addEventListener('keydown', (event) => {
      const at = this.position();
      if (event.key !== 'Enter' || event.isComposing || at === undefined) return;
      event.preventDefault();
      focusAfter(view, at + this.node.nodeSize);
    });
    shareHistory(view, this.control);
    this.leaveByEscape();
    this.show(decorations);
  }

  #store(): void {
    const at = this.position();
    const href = linkUrl(this.control.value) ?? '';
    this.#showProblem();
    if (at === undefined || href === this.node.attrs.href) return;
    this.view.dispatch(asTyped(this.view.state.tr.setNodeAttribute(at, 'href', href)));
  }

  #showProblem(): void {
    this.control.ariaInvalid = String(this.control.value !== '' && linkUrl(this.control.value) === null);
  }

  protected showNode(): void {
    // What is being typed stays as it is: `example.org` is stored with a scheme.
    if (linkUrl(this.control.value) !== this.node.attrs.href && this.control !== document.activeElement)
      this.control.value = this.node.attrs.href;
    this.contentDOM.classList.toggle('no-text', this.node.childCount === 0);
    this.#showProblem();
  }
}
