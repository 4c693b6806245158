import { Node } from '@tiptap/core';
import { create } from '../views/controls.ts';

function editable(className: string) {
  const dom = create('div', { className });
  return { dom, contentDOM: dom };
}

export const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'detailsSummary block+',
  defining: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', 0],
  // Open while writing, and not a real disclosure: Space in its summary would close it.
  addNodeView: () => () => editable('editor-details'),
});

export const DetailsSummary = Node.create({
  name: 'detailsSummary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'details > summary' }],
  renderHTML: () => ['summary', 0],
  addNodeView: () => () => editable('editor-summary'),
});
