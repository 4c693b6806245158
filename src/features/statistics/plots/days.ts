/** Days as `YYYY-MM-DD`, without a time zone: the site's own has been applied already. */

const dayMs = 24 * 60 * 60 * 1000;

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** So many days, of which this one is the last. */
export const daysUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(last, index - count + 1));

type DayStyle = 'short' | 'long' | 'month';

const styles: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  short: { month: 'short', day: 'numeric' },
  long: { weekday: 'short', year: 'numeric', month: 'long', day: 'numeric' },
  month: { month: 'short' },
};

/** Formats days in a language. */
export function dayFormat(language: string | undefined, style: DayStyle): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { ...styles[style], timeZone: 'UTC' });
  return (day) => format.format(Date.parse(`${day}T00:00:00Z`));
}

type DayTick = { index: number; label: string; isMinor: boolean };

/** Up to this many days each has a label; up to `weekly` days each seventh; beyond, each first of a month. */
const daily = 10;
const weekly = 70;

/** The labels below a plot. Minor ones are left out where there is little room. */
export function dayTicks(days: readonly string[], language: string | undefined): DayTick[] {
  const short = dayFormat(language, 'short');
  if (days.length <= daily) return days.map((day, index) => ({ index, label: short(day), isMinor: false }));
  if (days.length <= weekly)
    return days.flatMap((day, index) =>
      // Counted from the end, so that the last day has a label.
      (days.length - 1 - index) % 7 === 0 ? [{ index, label: short(day), isMinor: false }] : [],
    );
  const month = dayFormat(language, 'month');
  return days
    .flatMap((day, index) => (day.endsWith('-01') ? [{ index, day }] : []))
    .map(({ index, day }, place) => ({
      index,
      label: day.endsWith('-01-01') ? day.slice(0, 4) : month(day),
      isMinor: place % 3 !== 0,
    }));
}
