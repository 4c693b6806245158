import type { NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { control, create, isOutside } from './controls.ts';

/**
 * A footnote, edited where it is referred to. The number and the closing bracket are not editable, so that browsers tell
 * the positions inside the note from those beside it.
 */
export class FootnoteView implements NodeView {
  readonly contentDOM = create('span', { className: 'editor-footnote-text' });
  readonly dom = create(
    'span',
    { className: 'editor-footnote' },
    control('span', { className: 'editor-footnote-number' }),
    this.contentDOM,
    control('span', { className: 'editor-footnote-end' }),
  );

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return isOutside(this.contentDOM, mutation);
  }
}
