import { diffArrays } from 'diff';

export type Part = { kind: 'same' | 'removed' | 'added'; text: string };

/** The search takes time by the square of the edits; texts with more edits are shown as one change. */
const maxEdits = 1000;

/** What changed from one text to the other: by lines first, then by words where lines were rewritten. */
export function difference(before: string, after: string): Part[] {
  const byLine = compare(lines(before), lines(after));
  return merged(
    byLine.flatMap((part, at) => {
      const [previous, next] = [byLine[at - 1], byLine[at + 1]];
      if (part.kind === 'added' && previous?.kind === 'removed') return [];
      if (part.kind !== 'removed' || next?.kind !== 'added') return [part];
      return compare(words(part.text), words(next.text));
    }),
  );
}

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const words = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu) ?? [];

function compare(before: readonly string[], after: readonly string[]): Part[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: maxEdits });
  if (!changes) return oneChange(before, after);
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

/** All between the common start and the common end. */
function oneChange(before: readonly string[], after: readonly string[]): Part[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    { kind: 'same', text: before.slice(0, start).join('') },
    { kind: 'removed', text: before.slice(start, before.length - end).join('') },
    { kind: 'added', text: after.slice(start, after.length - end).join('') },
    { kind: 'same', text: before.slice(before.length - end).join('') },
  ];
}

function merged(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const { kind, text } of parts) {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) result.push({ kind, text });
  }
  return result;
}
