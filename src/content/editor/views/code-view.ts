import { t } from '../../../platform/messages/translate.ts';
import { codeLanguages } from '../schema/code-languages.ts';
import { ControlView, type ControlViewArguments } from './control-view.ts';
import { control, create } from './controls.ts';

/** A code block with a list of languages in its corner. */
export class CodeView extends ControlView<HTMLSelectElement> {
  readonly contentDOM = create('code', { spellcheck: false });
  protected readonly control = control('select', { className: 'editor-choice', ariaLabel: t('Language') });
  readonly dom = create(
    'div',
    { className: 'editor-code' },
    this.control,
    create('pre', { dir: 'ltr' }, this.contentDOM),
  );

  constructor(...[node, view, position, decorations]: ControlViewArguments) {
    super(node, view, position);
    this.control.addEventListener('change', () => this.setAttribute('language', this.control.value || null));
    this.leaveByEscape();
    this.show(decorations);
  }

  protected showNode(): void {
    const language = this.node.attrs.language ?? '';
    if (this.control.value !== language || this.control.options.length === 0) this.#fill(language);
  }

  /** A language that is not in the list stays as it is. */
  #fill(language: string): void {
    const known = codeLanguages.some(({ value }) => value === language);
    const all = known ? codeLanguages : [...codeLanguages, { value: language, name: language }];
    this.control.replaceChildren(...all.map(({ value, name }) => create('option', { value }, name)));
    this.control.value = language;
  }
}
