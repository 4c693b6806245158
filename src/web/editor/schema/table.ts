import { Node } from '@tiptap/core';

const tagOf = (element: HTMLElement) => element.tagName.toLowerCase();

function span(name: 'colspan' | 'rowspan') {
  return {
    default: null,
    parseHTML: (element: HTMLElement) =>
      /^\s*0*([1-9]\d{0,2})\s*$/.exec(element.getAttribute(name) ?? '')?.[1] ?? null,
  };
}

// Tables from other editors are preserved and their text can be edited, but the editor cannot create or restructure
// tables.
export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableSection+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', 0],
});

export const TableSection = Node.create({
  name: 'tableSection',
  content: 'tableRow+',
  addAttributes: () => ({ tag: { default: 'tbody', rendered: false, parseHTML: tagOf } }),
  parseHTML: () => [{ tag: 'thead' }, { tag: 'tbody' }, { tag: 'tfoot' }],
  renderHTML: ({ node }) => [node.attrs.tag, 0],
});

export const TableRow = Node.create({
  name: 'tableRow',
  content: 'tableCell+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

export const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({
    tag: { default: 'td', rendered: false, parseHTML: tagOf },
    colspan: span('colspan'),
    rowspan: span('rowspan'),
  }),
  parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes, 0],
});
