import { type MenuChild, type MenuEntry, type MenuTarget, menuLimits } from '../../../core/site/api/menu.ts';
import { t } from '../../../platform/messages/translate.ts';

export type ListName = 'header' | 'footer';

/** An entry in the order of the screen. Rows of depth 1 belong to the row of depth 0 above them. */
export type Row = Omit<MenuChild, 'target'> & { key: string; depth: 0 | 1; target: MenuTarget | null };
export type Lists = { header: Row[]; footer: Row[] };
/** What a new row leads to. */
export type Chosen = Pick<Row, 'target' | 'title' | 'url'>;
/** Before the row at this index, or at the end. */
export type Place = { list: ListName; index: number; depth: 0 | 1 };
export type Step = 'up' | 'down' | 'nest' | 'unnest';

/** Identifies a row while it is moved; two entries may lead to the same page. Random, because drafts store rows. */
export const newKey = (): string => Math.random().toString(36).slice(2);

export const toRows = (entries: readonly MenuEntry[]): Row[] =>
  entries.flatMap(({ children, ...entry }) => [
    { ...entry, key: newKey(), depth: 0 as const },
    ...children.map((child) => ({ ...child, key: newKey(), depth: 1 as const })),
  ]);

type SentLink = { label: string; target: MenuTarget };
type SentEntry = { label: string; target: MenuTarget | null; children: SentLink[] };

export function toEntries(rows: readonly Row[]): SentEntry[] {
  const entries: SentEntry[] = [];
  for (const { depth, label, target: typed } of rows) {
    const target = typed?.kind === 'url' ? { ...typed, url: typed.url.trim() } : typed;
    if (depth === 0 || !target) entries.push({ label, target, children: [] });
    else entries.at(-1)?.children.push({ label, target });
  }
  return entries;
}

/** The end of the row at `start` with the rows below it. */
function blockEnd(rows: readonly Row[], start: number): number {
  let end = start + 1;
  if (rows[start]?.depth === 0) while (rows[end]?.depth === 1) end++;
  return end;
}

const parentIndex = (rows: readonly Row[], index: number): number =>
  rows.slice(0, index).findLastIndex(({ depth }) => depth === 0);

export function find(lists: Lists, key: string): { list: ListName; index: number } | null {
  for (const list of ['header', 'footer'] as const) {
    const index = lists[list].findIndex((row) => row.key === key);
    if (index >= 0) return { list, index };
  }
  return null;
}

/** Moves a row with the rows below it. Returns the same lists if it cannot be there. */
export function place(lists: Lists, key: string, to: Place): Lists {
  const from = find(lists, key);
  if (!from) return lists;
  const source = lists[from.list];
  const end = blockEnd(source, from.index);
  const block = source.slice(from.index, end);
  const rest = source.toSpliced(from.index, block.length);
  const target = from.list === to.list ? rest : lists[to.list];
  // Within one list, indexes after the block count the rows that were taken out.
  const wanted =
    from.list === to.list && to.index > from.index ? Math.max(from.index, to.index - block.length) : to.index;
  const depth = fitDepth(target, wanted, block, to.depth);
  const index = depth === 0 ? betweenBlocks(target, wanted) : wanted;
  if (depth === 0 && target.filter((row) => row.depth === 0).length >= menuLimits.entries) return lists;
  const moved = block.map((row, position) => (position === 0 ? { ...row, depth } : row));
  const changed = { ...lists, [from.list]: rest };
  return { ...changed, [to.list]: target.toSpliced(index, 0, ...moved) };
}

/** Only a link without links of its own can be below another entry, which has room for a limited number. */
function fitDepth(rows: readonly Row[], index: number, block: readonly Row[], wanted: 0 | 1): 0 | 1 {
  const parent = parentIndex(rows, index);
  if (wanted === 0 || parent < 0 || block.length > 1 || !block[0]?.target) return 0;
  return blockEnd(rows, parent) - parent - 1 < menuLimits.children ? 1 : 0;
}

/** The nearest index that does not part an entry from the rows below it. */
function betweenBlocks(rows: readonly Row[], index: number): number {
  if (rows[index]?.depth !== 1) return index;
  const start = parentIndex(rows, index);
  const end = blockEnd(rows, start);
  return index - start <= end - index ? start : end;
}

/** Moves a row by one step, as the keyboard does. Returns the same lists if there is nowhere to go. */
export function step(lists: Lists, key: string, direction: Step): Lists {
  const at = find(lists, key);
  const rows = at ? lists[at.list] : [];
  const row = at && rows[at.index];
  if (!at || !row) return lists;
  const { list, index } = at;
  const to = (index: number, depth: 0 | 1 = row.depth) => place(lists, key, { list, index, depth });
  const parent = parentIndex(rows, index);
  const end = blockEnd(rows, index);
  switch (direction) {
    case 'nest':
      return row.depth === 0 && parent >= 0 && end === index + 1
        ? sameUnless(1, to(index, 1), lists, key)
        : lists;
    case 'unnest':
      return row.depth === 1 ? to(blockEnd(rows, parent), 0) : lists;
    case 'up': {
      if (row.depth === 0) return parent >= 0 ? to(parent) : lists;
      if (index > parent + 1) return to(index - 1);
      // From the first place below an entry to the last place below the entry before it.
      return parentIndex(rows, parent) >= 0 ? sameUnless(1, to(parent), lists, key) : lists;
    }
    case 'down': {
      if (end >= rows.length) return lists;
      if (row.depth === 0) return to(blockEnd(rows, end));
      return sameUnless(1, to(end + 1), lists, key);
    }
  }
}

/** The changed lists if the row has this depth in them; a full entry takes no more rows. */
function sameUnless(depth: 0 | 1, changed: Lists, lists: Lists, key: string): Lists {
  const at = find(changed, key);
  return at && changed[at.list][at.index]?.depth === depth ? changed : lists;
}

/** Removes a row. The rows below it become entries of their own, so that nothing disappears with it. */
export function removeRow(lists: Lists, key: string): Lists {
  const at = find(lists, key);
  if (!at) return lists;
  const rows = lists[at.list];
  const end = blockEnd(rows, at.index);
  const left = rows.map((row, index) =>
    index > at.index && index < end ? { ...row, depth: 0 as const } : row,
  );
  return { ...lists, [at.list]: left.toSpliced(at.index, 1) };
}

/** Where a row is, in words for screen readers. */
export function position(lists: Lists, key: string): string {
  const at = find(lists, key);
  if (!at) return '';
  const rows = lists[at.list];
  const siblings = rows[at.index]?.depth === 1 ? childrenAround(rows, at.index) : topLevel(rows);
  const number = siblings.indexOf(at.index) + 1;
  const parent = rows[at.index]?.depth === 1 ? rows[parentIndex(rows, at.index)] : undefined;
  const total = siblings.length;
  if (parent) return t('{number} of {total} below {name}', { number, total, name: nameOf(parent) });
  return at.list === 'header'
    ? t('{number} of {total} in Header', { number, total })
    : t('{number} of {total} in Footer', { number, total });
}

const topLevel = (rows: readonly Row[]): number[] =>
  rows.flatMap(({ depth }, index) => (depth === 0 ? [index] : []));

function childrenAround(rows: readonly Row[], index: number): number[] {
  const parent = parentIndex(rows, index);
  return Array.from({ length: blockEnd(rows, parent) - parent - 1 }, (_, child) => parent + 1 + child);
}

const places: Record<string, string> = {
  home: t('Home'),
  archive: t('Archive'),
  topics: t('Topics'),
  feed: t('Feed'),
  search: t('Search'),
  there: t('There'),
};

/** The label, or what stands for an empty one. */
export function nameOf({ label, title, target }: Pick<Row, 'label' | 'title' | 'target'>): string {
  if (label.trim()) return label.trim();
  if (target?.kind === 'place') return places[target.place] ?? target.place;
  return title || t('Untitled');
}
