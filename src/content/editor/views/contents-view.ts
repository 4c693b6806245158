import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { t } from '../../../platform/messages/translate.ts';
import { create } from './controls.ts';

type Heading = { level: number; text: string };

/** The headings of the post, as the table of contents will list them. */
export class ContentsView implements NodeView {
  readonly dom = create('nav', { className: 'toc', ariaLabel: t('Table of contents') });
  #shown: string | null = null;

  show(doc: Node): void {
    const headings = headingsOf(doc);
    const key = JSON.stringify(headings);
    if (key === this.#shown) return;
    this.#shown = key;
    const top = Math.min(...headings.map(({ level }) => level));
    const items = headings.map(({ level, text }) => {
      const item = create('li', {}, text);
      item.style.marginInlineStart = `${level - top}em`;
      return item;
    });
    this.dom.replaceChildren(
      items.length > 0
        ? create('ul', {}, ...items)
        : create(
            'p',
            { className: 'editor-empty' },
            t('The table of contents lists the headings of this post. There are none yet.'),
          ),
    );
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }

  ignoreMutation(): boolean {
    return true;
  }
}

function headingsOf(doc: Node): Heading[] {
  const headings: Heading[] = [];
  doc.descendants((node) => {
    const text = node.type.name === 'heading' ? node.textContent.trim() : '';
    if (text) headings.push({ level: node.attrs.level, text });
    return !node.isTextblock;
  });
  return headings;
}
