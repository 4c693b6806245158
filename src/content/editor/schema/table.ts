import { Node } from '@tiptap/core';
import { TableView } from '../views/table-view.ts';

type TableSection = 'thead' | 'tbody' | 'tfoot';

// The roles that prosemirror-tables looks for.
const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

function span(name: 'colspan' | 'rowspan') {
  return {
    default: 1,
    parseHTML: (element: HTMLElement) =>
      Number(/^\s*0*([1-9]\d{0,2})\s*$/.exec(element.getAttribute(name) ?? '')?.[1] ?? 1),
    renderHTML: (attributes: Record<string, unknown>) =>
      attributes[name] === 1 ? {} : { [name]: String(attributes[name]) },
  };
}

function captionOf(table: HTMLElement): string | null {
  const caption = [...table.children].find(({ localName }) => localName === 'caption');
  return caption?.textContent?.replace(/[ \t\r\n\f]+/g, ' ').replace(/^ | $/g, '') || null;
}

/** The caption is an attribute, because the table commands expect nothing but rows in a table. */
export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  addAttributes: () => ({ caption: { default: null, rendered: false, parseHTML: captionOf } }),
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML: () => ['table', ['tbody', 0]],
  addNodeView:
    () =>
    ({ node, view, getPos, decorations }) =>
      new TableView(node, view, getPos, decorations),
});

function sectionOf({ parentElement }: HTMLElement): TableSection {
  const name = parentElement?.localName;
  return name === 'thead' || name === 'tfoot' ? name : 'tbody';
}

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  addAttributes: () => ({ section: { default: 'tbody', rendered: false, parseHTML: sectionOf } }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

function cell(name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') {
  return Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      // Not stored; prosemirror-tables needs it.
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });
}

export const TableCell = cell('tableCell', 'td');
export const TableHeader = cell('tableHeader', 'th');

/** The sections of the rows as HTML allows them: first the head, then the body, then the foot. */
export function sectionsOf(rows: readonly { attrs: { section?: TableSection } }[]): TableSection[] {
  const sections = rows.map(({ attrs }) => attrs.section ?? 'tbody');
  const lastHead = sections.lastIndexOf('thead');
  const firstFoot = sections.findIndex((section, index) => section === 'tfoot' && index > lastHead);
  return sections.map((_, index) => {
    if (index <= lastHead) return 'thead';
    return firstFoot !== -1 && index >= firstFoot ? 'tfoot' : 'tbody';
  });
}
