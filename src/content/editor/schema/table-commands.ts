import { type CommandProps, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  nextCell as cellBeside,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  selectedRect,
  tableEditing,
} from '@tiptap/pm/tables';

/** Commands of prosemirror-tables under the names that Tiptap users know. */
const commands = {
  addRowBefore,
  addRowAfter,
  deleteRow,
  addColumnBefore,
  addColumnAfter,
  deleteColumn,
  deleteTable,
  toggleHeaderRow,
  toggleHeaderColumn,
} satisfies Record<string, Command>;

export type TableCommand = keyof typeof commands;

export const TableEditing = Extension.create({
  name: 'tableEditing',
  addCommands: () =>
    Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [
        name,
        () =>
          ({ state, dispatch }: CommandProps) =>
            command(state, dispatch),
      ]),
    ),
  addKeyboardShortcuts() {
    const run = (command: Command) => {
      const { view } = this.editor;
      return command(view.state, view.dispatch, view);
    };
    const deleteSelectedTable = () => run(deleteTableIfSelected);
    return {
      Tab: () => run(nextCell),
      'Shift-Tab': () => run(previousCell),
      'Shift-ArrowLeft': () => run(extendCells('horiz', -1)),
      'Shift-ArrowRight': () => run(extendCells('horiz', 1)),
      'Shift-ArrowUp': () => run(extendCells('vert', -1)),
      'Shift-ArrowDown': () => run(extendCells('vert', 1)),
      Backspace: deleteSelectedTable,
      Delete: deleteSelectedTable,
      'Mod-Backspace': deleteSelectedTable,
      'Mod-Delete': deleteSelectedTable,
    };
  },
  addProseMirrorPlugins: () => [tableEditing()],
});

/** In a list within a cell, Tab nests items. */
const isInCell = ({ selection: { $from } }: Parameters<Command>[0]): boolean => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { name, spec } = $from.node(depth).type;
    if (spec.tableRole === 'cell' || spec.tableRole === 'header_cell') return true;
    if (name === 'listItem' || name === 'taskItem' || spec.code) return false;
  }
  return false;
};

const nextCell: Command = (state, dispatch, view) => {
  if (!isInCell(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  if (!view) return true;
  addRowAfter(state, view.dispatch);
  return goToNextCell(1)(view.state, view.dispatch);
};

/** Before the first cell comes the field of the caption. */
const previousCell: Command = (state, dispatch, view) => {
  if (!isInCell(state)) return false;
  if (goToNextCell(-1)(state, dispatch)) return true;
  const table = view?.nodeDOM(selectedRect(state).tableStart - 1);
  const caption = table instanceof HTMLElement ? table.querySelector('input') : null;
  caption?.focus();
  return caption !== null;
};

/** At the border of the table, the selection of cells stays as it is. */
function extendCells(axis: 'horiz' | 'vert', direction: 1 | -1): Command {
  return ({ selection, tr }, dispatch) => {
    if (!(selection instanceof CellSelection)) return false;
    const $head = cellBeside(selection.$headCell, axis, direction);
    if ($head) dispatch?.(tr.setSelection(new CellSelection(selection.$anchorCell, $head)).scrollIntoView());
    return true;
  };
}

const deleteTableIfSelected: Command = (state, dispatch) => {
  const { selection } = state;
  if (!(selection instanceof CellSelection) || !selection.isRowSelection() || !selection.isColSelection())
    return false;
  return deleteTable(state, dispatch);
};

/** Header cells belong into the head of the table, other cells into its body. */
function toggleHeaderRow(...[state, dispatch]: Parameters<Command>): boolean {
  if (!isInTable(state)) return false;
  if (!dispatch) return true;
  const { table, tableStart } = selectedRect(state);
  const { tableHeader, tableCell } = state.schema.nodes;
  const row = table.firstChild;
  if (!row || !tableHeader || !tableCell) return false;
  const isHeader = row.children.every((cell: Node) => cell.type === tableHeader);
  const { tr } = state;
  row.forEach((cell, offset) => {
    tr.setNodeMarkup(tableStart + 1 + offset, isHeader ? tableCell : tableHeader, cell.attrs);
  });
  tr.setNodeAttribute(tableStart, 'section', isHeader ? 'tbody' : 'thead');
  dispatch(tr);
  return true;
}

/** The first cells of the rows below the head become headers, or ordinary cells again. */
function toggleHeaderColumn(...[state, dispatch]: Parameters<Command>): boolean {
  if (!isInTable(state)) return false;
  const { table, tableStart, map } = selectedRect(state);
  const { tableHeader, tableCell } = state.schema.nodes;
  if (!tableHeader || !tableCell) return false;
  const isInHead = (row: number) => table.child(row).attrs.section === 'thead';
  const rows = Array.from({ length: map.height }, (_, row) => row).filter((row) => !isInHead(row));
  const cells = [...new Set(rows.map((row) => map.map[row * map.width] ?? 0))];
  if (cells.length === 0) return false;
  const isHeader = cells.every((at) => table.nodeAt(at)?.type === tableHeader);
  const { tr } = state;
  for (const at of cells)
    tr.setNodeMarkup(tableStart + at, isHeader ? tableCell : tableHeader, table.nodeAt(at)?.attrs);
  dispatch?.(tr);
  return true;
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    tableEditing: Record<TableCommand, () => ReturnType>;
  }
}
