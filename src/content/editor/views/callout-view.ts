import { t } from '../../../platform/messages/translate.ts';
import { type CalloutKind, calloutKinds } from '../schema/callout-kinds.ts';
import { ControlView, type ControlViewArguments } from './control-view.ts';
import { control, create } from './controls.ts';

const labels: Record<CalloutKind, string> = {
  note: t('Note'),
  tip: t('Tip'),
  important: t('Important'),
  warning: t('Warning'),
  caution: t('Caution'),
};

/** A callout with a list of its kinds. */
export class CalloutView extends ControlView<HTMLSelectElement> {
  readonly contentDOM = create('div');
  protected readonly control = control(
    'select',
    { className: 'editor-choice', ariaLabel: t('Kind of callout') },
    ...calloutKinds.map((kind) => create('option', { value: kind }, labels[kind])),
  );
  readonly dom = create('div', { dir: 'auto' }, this.control, this.contentDOM);

  constructor(...[node, view, position, decorations]: ControlViewArguments) {
    super(node, view, position);
    this.control.addEventListener('change', () => this.setAttribute('kind', this.control.value));
    this.leaveByEscape();
    this.show(decorations);
  }

  protected showNode(): void {
    this.dom.className = `callout ${this.node.attrs.kind}`;
    this.control.value = this.node.attrs.kind;
  }
}
