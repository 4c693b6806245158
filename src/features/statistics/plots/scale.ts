/** At most this many steps above zero: more lines than that are noise. */
const maxSteps = 5;
/** The smallest is 1, because everything that is plotted is counted. */
const multiples = [1, 2, 2.5, 5, 10];

/** Round values from zero to at least `max`, evenly spaced. */
export function niceTicks(max: number): number[] {
  const highest = Number.isFinite(max) ? Math.max(1, max) : 1;
  const power = 10 ** Math.floor(Math.log10(highest / maxSteps));
  const steps = multiples
    .map((multiple) => multiple * power)
    .filter((step) => step >= 1 && Number.isInteger(step));
  const step = steps.find((candidate) => candidate * maxSteps >= highest) ?? Math.max(1, 10 * power);
  const count = Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Percentages with at most two decimals: a hundredth of a percent of a plot is less than a pixel. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Where the n-th of so many points is, in percent of the width; a single one is in the middle. */
export const placeOf = (index: number, count: number): number =>
  count <= 1 ? 50 : rounded((index / (count - 1)) * 100);
