import {
  isBlank,
  isElement,
  make,
  neighbor,
  rename,
  type Step,
  select,
  styleOf,
  textOf,
  texts,
  unwrap,
} from './dom.ts';

const maxHeaderTableLength = 100_000;

/** Tables: their caption, a header row where the first row looks like one, no layout tables, no empty edges. */
export const readTables: Step = (body) => {
  for (const table of select(body, 'table')) if (isLayout(table)) unwrapTable(table);
  for (const column of select(body, 'col, colgroup')) column.remove();
  const isSheet =
    body.querySelector('[data-sheets-root], [data-sheets-value], [sdval], [sdnum]') !== null || isExcel(body);
  for (const table of select(body, 'table') as HTMLTableElement[]) {
    if (isSheet) trimSheet(table);
    readCaption(table);
    if (table.rows.length <= maxHeaderTableLength) readHeader(table, isSheet);
    for (const cell of select(table, 'thead td')) rename(cell, 'th', spans(cell));
  }
};

const isExcel = (body: Element): boolean =>
  body.querySelector(
    'td[class^=xl], tr[height] > td[height], table[style*="mso-"], td[style*="mso-number-format"]',
  ) !== null;

const spans = (cell: Element): Record<string, string> =>
  Object.fromEntries(
    ['colspan', 'rowspan'].flatMap((name) =>
      cell.getAttribute(name) ? [[name, cell.getAttribute(name) ?? '']] : [],
    ),
  );

/** E-mails and old pages use tables for their layout: with one cell, or around other tables. */
function isLayout(table: Element): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return true;
  return (table as HTMLTableElement).rows.length === 1 && table.querySelectorAll('td, th').length === 1
    ? true
    : table.querySelector('td table, th table') !== null;
}

function unwrapTable(table: Element): void {
  const place = make(table, 'div');
  for (const cell of select(table, 'td, th, caption')) {
    if (cell.closest('table') !== table) continue;
    const block = make(table, 'div');
    block.append(...cell.childNodes);
    place.append(block);
  }
  table.replaceWith(place);
}

/** WordPress, MDN and Word write the caption beside the table. */
function readCaption(table: HTMLTableElement): void {
  const figure = table.closest('figure');
  const beside =
    figure?.querySelectorAll('table').length === 1 ? figure.querySelector('figcaption') : wordCaption(table);
  const text = textOf(table.caption ?? beside ?? table.ownerDocument.createTextNode(''));
  if (text !== '') {
    const caption = make(table, 'caption');
    caption.textContent = text.replaceAll(/\s+/g, ' ');
    table.caption?.remove();
    table.prepend(caption);
  }
  beside?.remove();
  if (figure && !figure.querySelector('img')) unwrap(figure);
}

function wordCaption(table: Element): Element | null {
  for (const side of ['previousSibling', 'nextSibling'] as const) {
    const beside = neighbor(table, side);
    if (isElement(beside) && beside.matches('p.MsoCaption')) return beside;
  }
  return null;
}

const isNumber = (text: string): boolean =>
  /^[-+(]?[\p{Sc}]?\s?\d[\d.,\s]{0,30}%?\)?\s?[\p{Sc}]?$/u.test(text);

function readHeader(table: HTMLTableElement, isSheet: boolean): void {
  const rows = [...table.rows];
  const [first, ...rest] = rows;
  if (!first || table.tHead || rest.length === 0) return;
  const cells = [...first.cells];
  if (!cells.every(({ localName }) => localName === 'th') && !looksLikeHeader(cells, rest, isSheet)) return;
  const head = make(table, 'thead');
  const row = make(table, 'tr');
  for (const cell of cells) {
    const header = make(table, 'th', spans(cell));
    header.append(...cell.childNodes);
    for (const bold of select(header, 'b, strong')) unwrap(bold);
    for (const styled of select(header, '[style]')) styled.style.removeProperty('font-weight');
    row.append(header);
  }
  head.append(row);
  first.remove();
  if (table.caption) table.caption.after(head);
  else table.prepend(head);
}

function looksLikeHeader(
  cells: HTMLTableCellElement[],
  rest: HTMLTableRowElement[],
  isSheet: boolean,
): boolean {
  const filled = cells.filter((cell) => !isBlank(cell));
  if (filled.length < 2 || cells.some((cell) => cell.rowSpan > 1)) return false;
  const isBoldRow = (row: readonly Element[]) => row.every((cell) => isBlank(cell) || isBold(cell));
  const second = [...(rest[0]?.cells ?? [])];
  if (isBoldRow(filled)) return !isBoldRow(second);
  if (!isSheet || filled.length !== cells.length || filled.some((cell) => isNumber(textOf(cell))))
    return false;
  // Names above columns of numbers.
  return cells.some((_, column) => {
    const below = rest.map((row) => textOf(row.cells[column] ?? row)).filter((text) => text !== '');
    return below.length > 0 && below.every(isNumber);
  });
}

/** Whether all text of a cell is bold, by elements or styles. */
function isBold(cell: Element): boolean {
  return texts(cell).every((text) => {
    if (text.data.trim() === '') return true;
    for (let element = text.parentElement; element; element = element.parentElement) {
      const weight = styleOf(element).get('font-weight');
      if (weight) return /^(?:bold|[6-9]00)/.test(weight);
      if (/^(?:b|strong)$/.test(element.localName)) return true;
      if (element === cell) return false;
    }
    return false;
  });
}

/** A spreadsheet aligns numbers by itself, and copies empty rows and columns around the data. */
function trimSheet(table: HTMLTableElement): void {
  for (const cell of select(table, 'td, th')) {
    cell.removeAttribute('align');
    cell.style.removeProperty('text-align');
  }
  const isEmptyRow = (row: HTMLTableRowElement) => isBlank(row) && !row.querySelector('img');
  const rows = [...table.rows];
  while (rows.length > 1 && rows.at(-1) && isEmptyRow(rows.at(-1) as HTMLTableRowElement))
    rows.pop()?.remove();
  const widths = rows.map(
    (row) => [...row.cells].findLastIndex((cell) => !isBlank(cell) || cell.colSpan > 1) + 1,
  );
  const width = Math.max(1, ...widths);
  if (rows.some((row) => [...row.cells].some((cell) => cell.colSpan > 1 || cell.rowSpan > 1))) return;
  for (const row of rows) for (const cell of [...row.cells].slice(width)) cell.remove();
}
