import type { Node } from '@tiptap/pm/model';
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { t } from '../../../platform/messages/translate.ts';
import { control, create, isOutside } from './controls.ts';
import { selectNodeAt } from './figure-view.ts';

/** An audio or video player with a caption. */
export class MediaView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = create('figcaption');
  readonly #player: HTMLMediaElement;
  #node: Node;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.#player = document.createElement(node.attrs.kind === 'video' ? 'video' : 'audio');
    this.#player.controls = true;
    this.#player.preload = 'metadata';
    this.#player.tabIndex = -1;
    this.#player.ariaLabel = node.attrs.kind === 'video' ? t('Video') : t('Audio');
    const frame = control('div', { className: 'editor-player' }, this.#player);
    frame.addEventListener('click', () => selectNodeAt(view, position()));
    this.contentDOM.dataset.placeholder = t('Caption');
    this.dom = create('figure', { className: 'media editor-figure' }, frame, this.contentDOM);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || node.attrs.kind !== this.#node.attrs.kind) return false;
    this.#node = node;
    this.#show();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
    this.#player.tabIndex = 0;
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
    this.#player.tabIndex = -1;
  }

  stopEvent({ target, type }: Event): boolean {
    return target === this.#player && type !== 'dragstart';
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }

  destroy(): void {
    this.#player.pause();
  }

  #show(): void {
    const { src, width, height } = this.#node.attrs;
    if (this.#player.getAttribute('src') !== src) this.#player.src = src;
    if (this.#player instanceof HTMLVideoElement && width && height) {
      this.#player.width = width;
      this.#player.height = height;
    }
    this.contentDOM.classList.toggle('no-text', this.#node.childCount === 0);
  }
}
