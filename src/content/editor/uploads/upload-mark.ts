import { t } from '../../../platform/messages/translate.ts';

/** What the text shows in the place of an image: the progress of its upload, or that it is missing. */
export class UploadMark {
  readonly element = document.createElement('span');
  readonly #name: string;
  readonly #bar = document.createElement('progress');

  constructor(name: string) {
    this.#name = name;
    this.element.contentEditable = 'false';
    this.#bar.max = 1;
    this.showProgress(0);
  }

  /** Null for a share that is not known. */
  showProgress(fraction: number | null): void {
    this.element.className = 'editor-uploading';
    this.#bar.ariaLabel = t('Uploading {name}', { name: this.#name });
    if (fraction === null) this.#bar.removeAttribute('value');
    else this.#bar.value = fraction;
    if (this.#bar.parentNode !== this.element) this.element.replaceChildren(this.#bar);
  }

  showMissing(): void {
    this.element.className = 'editor-missing';
    this.element.replaceChildren(t('Missing image: {name}', { name: this.#name }));
  }
}
