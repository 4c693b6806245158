import { dayTicks } from './days.ts';
import { type Markup, markup } from './markup.ts';
import { niceTicks, placeOf, rounded } from './scale.ts';

export type PlottedSeries = {
  /** A name of the closed list of series: it becomes a class. */
  name: string;
  /** One value for each day; null where nothing was counted. */
  values: readonly (number | null)[];
  /** The same of the period before. */
  before?: readonly (number | null)[] | undefined;
};

type LinePlot = {
  days: readonly string[];
  series: readonly PlottedSeries[];
  /** A sentence that sums up what is plotted. */
  summary: string;
  language?: string | undefined;
};

const highestOf = (series: readonly PlottedSeries[]): number =>
  series.reduce(
    (most, { values, before = [] }) =>
      [...values, ...before].reduce<number>((higher, value) => Math.max(higher, value ?? 0), most),
    0,
  );

/**
 * A line plot as SVG. The drawing area is the box of the outer element; labels are beside it, where its style sheet leaves room.
 * Lines are in an inner element that is stretched, and labels are placed by percentages, so texts and lines stay crisp at any width.
 * Time runs from left to right in every language, as the axis of a plot does.
 */
export function linePlot({ days, series, summary, language }: LinePlot): string {
  const ticks = niceTicks(highestOf(series));
  const top = ticks.at(-1) ?? 1;
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const heightOf = (value: number) => rounded(100 - (value / top) * 100);
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="line-plot" role="img" aria-label="${summary}" direction="ltr">${[
    markup`<g class="grid" aria-hidden="true">${ticks.map(
      (tick) =>
        markup`<line x1="0" x2="100%" y1="${heightOf(tick)}%" y2="${heightOf(tick)}%"/><text x="0" y="${heightOf(tick)}%" dx="-8" dy="4" text-anchor="end">${compact.format(tick)}</text>`,
    )}</g>`,
    markup`<g class="days" aria-hidden="true">${dayTicks(days, language).map(
      ({ index, label, isMinor }) =>
        markup`<text x="${placeOf(index, days.length)}%" y="100%" dy="20" text-anchor="middle"${isMinor ? minor : none}>${label}</text>`,
    )}</g>`,
    markup`<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${[
      ...series.flatMap(({ name, before }) => (before ? [linesOf(before, `${name} before`, heightOf)] : [])),
      ...series.map(({ name, values }) => linesOf(values, name, heightOf)),
    ]}</svg>`,
  ]}</svg>`.text;
}

const none = markup``;
const minor = markup` class="minor"`;

/** A line has gaps where nothing was counted. A day without neighbors is a short stroke, whose round ends make it a dot. */
function linesOf(
  values: readonly (number | null)[],
  className: string,
  heightOf: (value: number) => number,
): Markup {
  const commands = values.flatMap((value, index) => {
    if (value === null) return [];
    const point = `${placeOf(index, values.length)} ${heightOf(value)}`;
    if ((values[index - 1] ?? null) !== null) return [`L${point}`];
    return [(values[index + 1] ?? null) === null ? `M${point}h0.01` : `M${point}`];
  });
  return markup`<path class="${className}" d="${commands.join('')}"/>`;
}
