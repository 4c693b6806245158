export type Random = ReturnType<typeof seeded>;

/** A small generator (mulberry32): the same seed draws the same picture on every machine. */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;

  return {
    next,
    between,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]) => at(list, Math.floor(next() * list.length)),
    /** Neighbouring seeds take neighbouring variants, so that no two pictures in a row share a palette. */
    variant: <T>(list: readonly T[]) => at(list, seed >>> 0),
  };
}
