import { changes } from './changes.ts';

/**
 * A part of two versions of a document, as lists of blocks. `base` is what both started from, null if that is not known.
 * `changedBy` says who changed it; 'both' is a conflict, unless both made the same change.
 */
export type Region = {
  changedBy: 'none' | 'mine' | 'theirs' | 'both';
  base: string[] | null;
  mine: string[];
  theirs: string[];
};

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((block, at) => block === other[at]);

const keyOf = (block: string): string => block;

/** Divides two versions into parts that are the same, changed by one side, or in conflict. */
export function threeWay(
  base: readonly string[] | null,
  mine: readonly string[],
  theirs: readonly string[],
): Region[] {
  return (base ? merged(base, mine, theirs) : compared(mine, theirs)).flatMap(blockByBlock);
}

/** Neighboring blocks are changes of their own where all versions have as many of them. */
function blockByBlock(region: Region): Region[] {
  const { changedBy, base, mine, theirs } = region;
  const isEven = mine.length === theirs.length && (base === null || base.length === mine.length);
  if (changedBy === 'none' || !isEven) return [region];
  return mine.map((block, at) => {
    const parts = { base: base?.slice(at, at + 1) ?? [], mine: [block], theirs: theirs.slice(at, at + 1) };
    return base ? { changedBy: sideOf(parts) ?? 'none', ...parts } : { ...parts, changedBy, base };
  });
}

/** Without a common base every difference is a conflict. */
function compared(mine: readonly string[], theirs: readonly string[]): Region[] {
  const regions: Region[] = [];
  for (const { kind, items } of changes(mine, theirs, keyOf)) {
    if (kind === 'same') {
      regions.push({ changedBy: 'none', base: null, mine: items, theirs: items });
      continue;
    }
    const last = regions.at(-1);
    const region: Region =
      last?.changedBy === 'both' ? last : { changedBy: 'both', base: null, mine: [], theirs: [] };
    if (region !== last) regions.push(region);
    (kind === 'removed' ? region.mine : region.theirs).push(...items);
  }
  return regions;
}

/** For each block of the base its place in the other version, if it is still there. */
function placesIn(base: readonly string[], other: readonly string[]): (number | undefined)[] {
  const places: (number | undefined)[] = [];
  let now = 0;
  for (const { kind, items } of changes(base, other, keyOf))
    for (const _ of items) {
      if (kind === 'same') places.push(now++);
      else if (kind === 'removed') places.push(undefined);
      else now++;
    }
  return places;
}

function merged(base: readonly string[], mine: readonly string[], theirs: readonly string[]): Region[] {
  const [inMine, inTheirs] = [placesIn(base, mine), placesIn(base, theirs)];
  const regions: Region[] = [];
  const last = { base: 0, mine: 0, theirs: 0 };
  const addUpTo = (next: typeof last) => {
    const parts = {
      base: base.slice(last.base, next.base),
      mine: mine.slice(last.mine, next.mine),
      theirs: theirs.slice(last.theirs, next.theirs),
    };
    const changedBy = sideOf(parts);
    if (changedBy) regions.push({ changedBy, ...parts });
    Object.assign(last, next);
  };
  for (const [at, block] of base.entries()) {
    const places = { base: at, mine: inMine[at], theirs: inTheirs[at] };
    if (places.mine === undefined || places.theirs === undefined) continue;
    addUpTo({ base: at, mine: places.mine, theirs: places.theirs });
    const before = regions.at(-1);
    if (before?.changedBy === 'none')
      for (const side of [before.base ?? [], before.mine, before.theirs]) side.push(block);
    else regions.push({ changedBy: 'none', base: [block], mine: [block], theirs: [block] });
    Object.assign(last, { base: at + 1, mine: places.mine + 1, theirs: places.theirs + 1 });
  }
  addUpTo({ base: base.length, mine: mine.length, theirs: theirs.length });
  return regions;
}

function sideOf({
  base,
  mine,
  theirs,
}: Record<'base' | 'mine' | 'theirs', string[]>): Region['changedBy'] | null {
  if (base.length + mine.length + theirs.length === 0) return null;
  if (isEqual(mine, theirs)) return isEqual(mine, base) ? 'none' : 'mine';
  if (isEqual(mine, base)) return 'theirs';
  return isEqual(theirs, base) ? 'mine' : 'both';
}

export type Choice = 'mine' | 'theirs' | 'both';

/** What is taken unless the author decides otherwise; null where the author has to decide. */
export const defaultChoice = ({ changedBy }: Region): Choice | null =>
  changedBy === 'both' ? null : changedBy === 'theirs' ? 'theirs' : 'mine';

export const chosen = ({ mine, theirs }: Region, choice: Choice): string[] =>
  choice === 'mine' ? mine : choice === 'theirs' ? theirs : [...mine, ...theirs];
