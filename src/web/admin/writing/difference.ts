export type Part = { kind: 'same' | 'removed' | 'added'; text: string };

/** Beyond this many cells a table would take too long; what differs is then shown as one change. */
const mostCells = 2_000_000;

/** What changed from one text to the other: by lines first, then by words where lines were rewritten. */
export function difference(before: string, after: string): Part[] {
  const parts: Part[] = [];
  const byLine = compare(lines(before), lines(after));
  for (let at = 0; at < byLine.length; at++) {
    const [part, next] = [byLine[at] as Part, byLine[at + 1]];
    if (part.kind === 'removed' && next?.kind === 'added') {
      parts.push(...compare(words(part.text), words(next.text)));
      at++;
    } else parts.push(part);
  }
  return joined(parts);
}

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const words = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu) ?? [];

function compare(before: readonly string[], after: readonly string[]): Part[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = between(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return joined([
    { kind: 'same', text: before.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: before.slice(before.length - end).join('') },
  ]);
}

/** The longest common subsequence; removed pieces stand before the added ones that take their place. */
function between(before: readonly string[], after: readonly string[]): Part[] {
  const [rows, columns] = [before.length + 1, after.length + 1];
  if (rows * columns > mostCells)
    return [
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ];
  const lengths = new Uint32Array(rows * columns);
  const at = (row: number, column: number): number => lengths[row * columns + column] ?? 0;
  for (let row = rows - 2; row >= 0; row--)
    for (let column = columns - 2; column >= 0; column--)
      lengths[row * columns + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));

  const parts: Part[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old, now] = [before[row], after[column]];
    if (old !== undefined && old === now) {
      parts.push({ kind: 'same', text: old });
      row++;
      column++;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      parts.push({ kind: 'removed', text: old });
      row++;
    } else {
      parts.push({ kind: 'added', text: now ?? '' });
      column++;
    }
  }
  return parts;
}

/** Neighbours of one kind become one part; between two that are the same, what was removed stands first. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of parts) {
    if (text === '') continue;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = result.at(-1);
      if (last?.kind === 'same') last.text += text;
      else result.push({ kind, text });
    }
  }
  flush();
  return result;
}
