import { attributeOf, isElement, type Markup, type MarkupElement } from './markup.ts';
import { type InlineContext, writeInline } from './write-inline.ts';

const blockInCell = /^(?:p|h[1-6]|[uod]l|blockquote|pre|hr|table|figure|div|aside|details|nav)$/;
const sides: Record<string, string> = {
  '': '---',
  'text-align: center;': ':-:',
  'text-align: right;': '--:',
};

/** A table with pipes; null when it has a caption, a footer, merged cells, blocks in cells or no header row. */
export function writeTable(table: MarkupElement, context: InlineContext): string | null {
  const [head, body, ...others] = table.children;
  if (table.attributes.length > 0 || !isElement(head) || head.name !== 'thead' || others.length > 0)
    return null;
  if (body !== undefined && (!isElement(body) || body.name !== 'tbody')) return null;
  const [header, ...headers] = rowsOf(head, 'th');
  const rows = body ? rowsOf(body, 'td') : [];
  const styles = header?.map((cell) => attributeOf(cell, 'style') ?? '');
  if (!header || !styles || headers.length > 0 || ![header, ...rows].every((row) => fits(row, styles)))
    return null;
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const text = (row: MarkupElement[]) => line(row.map((cell) => cellText(cell, context)));
  return [text(header), line(styles.map((style) => sides[style] ?? '')), ...rows.map(text)].join('\n');
}

/** The cells of each row; a row with other cells than these is empty, so that the table does not fit. */
function rowsOf(section: MarkupElement, cellName: string): MarkupElement[][] {
  return section.children.map((row) => {
    const cells = isElement(row) ? row.children.filter(isElement) : [];
    return cells.every(({ name }) => name === cellName) ? cells : [];
  });
}

function fits(row: MarkupElement[], styles: string[]): boolean {
  return row.length === styles.length && row.every((cell, column) => isSimple(cell, styles[column] ?? ''));
}

function isSimple(cell: MarkupElement, style: string): boolean {
  const hasOnlyStyle = cell.attributes.every(([name]) => name === 'style');
  const isBlock = (child: Markup) => isElement(child) && blockInCell.test(child.name);
  return (
    hasOnlyStyle &&
    (attributeOf(cell, 'style') ?? '') === style &&
    style in sides &&
    !cell.children.some(isBlock)
  );
}

/** Every pipe is escaped, also in code and formulas: rows are split before anything else is read. */
function cellText(cell: MarkupElement, context: InlineContext): string {
  return writeInline(cell.children, context).replaceAll('|', '\\|');
}
