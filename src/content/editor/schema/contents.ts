import { Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { ContentsView } from '../views/contents-view.ts';

export const TableOfContents = Node.create<object, { views: Set<ContentsView> }>({
  name: 'tableOfContents',
  group: 'block',
  atom: true,
  addStorage: () => ({ views: new Set() }),
  parseHTML: () => [{ tag: 'nav.toc' }],
  renderHTML: () => ['nav', { class: 'toc' }],
  addNodeView() {
    const { views } = this.storage;
    return ({ editor }) => {
      const view = new ContentsView();
      view.show(editor.state.doc);
      views.add(view);
      return Object.assign(view, { destroy: () => views.delete(view) });
    };
  },
  addProseMirrorPlugins() {
    const { views } = this.storage;
    return [
      new Plugin({
        view: () => ({
          update({ state: { doc } }, before) {
            if (doc !== before.doc) for (const view of views) view.show(doc);
          },
        }),
      }),
    ];
  },
});
