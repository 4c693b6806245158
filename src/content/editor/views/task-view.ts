import { t } from '../../../platform/messages/translate.ts';
import { ControlView, type ControlViewArguments } from './control-view.ts';
import { control, create } from './controls.ts';

/** A task with its checkbox. */
export class TaskView extends ControlView<HTMLInputElement> {
  readonly contentDOM = create('div');
  protected readonly control = create('input', { type: 'checkbox', ariaLabel: t('Done') });
  readonly dom = create(
    'li',
    {},
    control('span', { className: 'editor-task' }, this.control),
    this.contentDOM,
  );

  constructor(...[node, view, position, decorations]: ControlViewArguments) {
    super(node, view, position);
    this.control.addEventListener('change', () => this.setAttribute('done', this.control.checked));
    this.leaveByEscape();
    this.show(decorations);
  }

  protected showNode(): void {
    this.control.checked = this.node.attrs.done;
    this.dom.classList.toggle('done', this.node.attrs.done);
  }
}
