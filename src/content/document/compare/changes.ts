import { diffArrays } from 'diff';

export type Change<Item> = { kind: 'same' | 'removed' | 'added'; items: Item[] };

/** The search takes time by the square of the edits; more edits than this are shown as one change. */
const maxEdits = 1000;

/** What changed from one list to the other. Items with the same key are equal; of these, the later list's are returned. */
export function changes<Item>(
  before: readonly Item[],
  after: readonly Item[],
  key: (item: Item) => string,
): Change<Item>[] {
  const found = diffArrays(before.map(key), after.map(key), { maxEditLength: maxEdits });
  if (!found) return oneChange(before, after, key);
  let old = 0;
  let now = 0;
  return found.map(({ added, removed, value: { length } }): Change<Item> => {
    if (removed) {
      old += length;
      return { kind: 'removed', items: before.slice(old - length, old) };
    }
    now += length;
    if (!added) old += length;
    return { kind: added ? 'added' : 'same', items: after.slice(now - length, now) };
  });
}

/** All between the common start and the common end. */
function oneChange<Item>(
  before: readonly Item[],
  after: readonly Item[],
  key: (item: Item) => string,
): Change<Item>[] {
  const isSame = (a: Item | undefined, b: Item | undefined) =>
    a !== undefined && b !== undefined && key(a) === key(b);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const parts: Change<Item>[] = [
    { kind: 'same', items: after.slice(0, start) },
    { kind: 'removed', items: before.slice(start, before.length - end) },
    { kind: 'added', items: after.slice(start, after.length - end) },
    { kind: 'same', items: after.slice(after.length - end) },
  ];
  return parts.filter(({ items }) => items.length > 0);
}
