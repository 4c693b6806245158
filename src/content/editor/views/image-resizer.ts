import { closeHistory } from '@tiptap/pm/history';
import type { EditorView } from '@tiptap/pm/view';
import { t } from '../../../platform/messages/translate.ts';
import { imageNotShown } from '../messages.ts';
import type { ImageAttributes } from '../schema/image-attributes.ts';

const minWidth = 20;
const keyStep = 10;

/** An image of the text with a handle to resize it while it is selected, by dragging or with the keyboard. */
export class ImageResizer {
  readonly dom = document.createElement('span');
  readonly #image = document.createElement('img');
  readonly #handle = document.createElement('span');
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  #attributes: ImageAttributes;
  #drag: { pointer: number; from: number; width: number; direction: 1 | -1 } | null = null;

  constructor(attributes: ImageAttributes, view: EditorView, position: () => number | undefined) {
    this.#attributes = attributes;
    this.#view = view;
    this.#position = position;
    this.dom.className = 'editor-image';
    this.dom.append(this.#image, this.#handle);
    this.#image.addEventListener('error', () => this.#showBroken(true));
    this.#image.addEventListener('load', () => this.#showBroken(false));
    this.#prepareHandle();
    this.update(attributes);
  }

  update(attributes: ImageAttributes): void {
    this.#attributes = attributes;
    const { src, alt, title, width } = attributes;
    if (this.#image.getAttribute('src') !== src) this.#image.src = src;
    this.#image.alt = alt ?? '';
    this.#image.title = title ?? '';
    this.#image.style.width = width ? `${width}px` : '';
    this.#showValue();
  }

  select(): void {
    this.dom.classList.add('ProseMirror-selectednode');
    this.#handle.hidden = false;
    this.#showValue();
  }

  deselect(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
    this.#handle.hidden = true;
  }

  handles(event: Event): boolean {
    if (event.target !== this.#handle) return false;
    return !(event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey));
  }

  /** Browsers show nothing for a missing image without alternative text, so it gets a frame that can be clicked. */
  #showBroken(isBroken: boolean): void {
    this.dom.classList.toggle('broken', isBroken);
    if (isBroken) this.dom.dataset.message = `${imageNotShown} ${this.#attributes.src}`;
    else delete this.dom.dataset.message;
    this.#showValue();
  }

  #showValue(): void {
    this.#handle.setAttribute('aria-valuenow', String(this.#currentWidth()));
    this.#handle.setAttribute('aria-valuemax', String(this.#maxWidth()));
  }

  #prepareHandle(): void {
    this.#handle.className = 'editor-image-handle';
    this.#handle.tabIndex = 0;
    // Hidden rather than removed: undo selects the image again, and the handle would lose the focus.
    this.#handle.hidden = true;
    this.#handle.contentEditable = 'false';
    this.#handle.role = 'slider';
    this.#handle.ariaLabel = t('Image width');
    this.#handle.setAttribute('aria-valuemin', String(minWidth));
    this.#handle.addEventListener('pointerdown', (event) => this.#begin(event));
    this.#handle.addEventListener('pointermove', (event) => this.#move(event));
    this.#handle.addEventListener('pointerup', (event) => this.#end(event));
    this.#handle.addEventListener('pointercancel', () => this.#cancel());
    this.#handle.addEventListener('keydown', (event) => this.#key(event));
  }

  #currentWidth(): number {
    return Math.round(this.#image.getBoundingClientRect().width);
  }

  #maxWidth(): number {
    const { paddingLeft, paddingRight } = getComputedStyle(this.#view.dom);
    const available =
      this.#view.dom.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.max(minWidth, Math.floor(available));
  }

  #clamp(width: number): number {
    return Math.min(this.#maxWidth(), Math.max(minWidth, Math.round(width)));
  }

  #begin(event: PointerEvent): void {
    if (event.button !== 0 || this.#drag) return;
    event.preventDefault();
    this.#handle.setPointerCapture(event.pointerId);
    const direction = getComputedStyle(this.dom).direction === 'rtl' ? -1 : 1;
    this.#drag = { pointer: event.pointerId, from: event.clientX, width: this.#currentWidth(), direction };
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#drag?.pointer) return;
    this.#image.style.width = `${this.#target(event)}px`;
    this.#showValue();
  }

  #target(event: PointerEvent): number {
    if (!this.#drag) return 0;
    const { width, from, direction } = this.#drag;
    return this.#clamp(width + (event.clientX - from) * direction);
  }

  #end(event: PointerEvent): void {
    if (event.pointerId !== this.#drag?.pointer) return;
    const { width } = this.#drag;
    const target = this.#target(event);
    this.#drag = null;
    if (target === width) this.update(this.#attributes);
    else this.#commit(target);
  }

  #cancel(): void {
    this.#drag = null;
    this.update(this.#attributes);
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (this.#drag) this.#cancel();
      else this.#view.focus();
      return;
    }
    if (event.key === 'Tab' || event.ctrlKey || event.metaKey) return;
    // Otherwise browsers would replace the selected image with the typed text, even while its handle has the focus.
    event.preventDefault();
    const target = this.#keyTarget(event);
    if (target !== null && this.#clamp(target) !== this.#currentWidth()) this.#commit(this.#clamp(target));
  }

  #keyTarget({ key, shiftKey }: KeyboardEvent): number | null {
    const step = shiftKey ? 1 : keyStep;
    const width = this.#currentWidth();
    if (key === 'ArrowRight' || key === 'ArrowUp') return width + step;
    if (key === 'ArrowLeft' || key === 'ArrowDown') return width - step;
    if (key === 'Home') return minWidth;
    return key === 'End' ? this.#maxWidth() : null;
  }

  #commit(width: number): void {
    const position = this.#position();
    if (position === undefined) return;
    this.#view.dispatch(closeHistory(this.#view.state.tr.setNodeAttribute(position, 'width', width)));
  }
}
