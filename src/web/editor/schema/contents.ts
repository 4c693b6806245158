import { Node } from '@tiptap/core';

export const TableOfContents = Node.create({
  name: 'tableOfContents',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'nav.toc' }],
  renderHTML: () => ['nav', { class: 'toc' }],
});
