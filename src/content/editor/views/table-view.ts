import { t } from '../../../platform/messages/translate.ts';
import { ControlView, type ControlViewArguments } from './control-view.ts';
import { asTyped, control, create, focusText, shareHistory } from './controls.ts';

/** A table that scrolls if it is wide, with a field for its caption. */
export class TableView extends ControlView<HTMLInputElement> {
  readonly contentDOM = create('tbody');
  protected readonly control = control('input', {
    className: 'editor-caption',
    placeholder: t('Caption'),
    ariaLabel: t('Table caption'),
    maxLength: 500,
    dir: 'auto',
  });
  readonly dom = create(
    'div',
    { className: 'table editor-table' },
    this.control,
    create('table', {}, this.contentDOM),
  );

  constructor(...[node, view, position, decorations]: ControlViewArguments) {
    super(node, view, position);
    this.control.addEventListener('input', () => this.#changed());
    this.control.addEventListener('keydown', (event) => this.#key(event));
    shareHistory(view, this.control);
    this.show(decorations);
  }

  protected showNode(): void {
    const caption = this.node.attrs.caption ?? '';
    if (this.control.value.trim() !== caption) this.control.value = caption;
  }

  #changed(): void {
    const position = this.position();
    if (position === undefined) return;
    const caption = this.control.value.trim().replace(/\s+/g, ' ') || null;
    this.view.dispatch(asTyped(this.view.state.tr.setNodeAttribute(position, 'caption', caption)));
  }

  #key(event: KeyboardEvent): void {
    const position = this.position();
    if (event.isComposing || position === undefined) return;
    if (event.key === 'Enter' || event.key === 'Escape' || event.key === 'ArrowDown')
      focusText(this.view, position + 1);
    else if (event.key === 'ArrowUp') focusText(this.view, position, -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
