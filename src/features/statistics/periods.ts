import { readSite } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { addDays, daysUpTo } from './plots/days.ts';
import type { Span } from './store/events.ts';

export type Days = { days: string[]; before: string[]; zone: string };

/** The last days up to today, in the time zone of the site, and as many before them. */
export async function periodOf(blog: Blog, count: number): Promise<Days> {
  const { time_zone: zone } = await readSite(blog);
  const today = Temporal.Instant.fromEpochMilliseconds(blog.now().getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
  return { days: daysUpTo(today, count), before: daysUpTo(addDays(today, -count), count), zone };
}

/** From the beginning of each of these days, which follow one another, to the beginning of the next. */
export function spansOf(days: readonly string[], zone: string): Span[] {
  const last = days.at(-1);
  if (last === undefined) return [];
  const starts = [...days, addDays(last, 1)].map((day) =>
    new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds).toISOString(),
  );
  return days.map((_, index) => ({ start: starts[index] ?? '', end: starts[index + 1] ?? '' }));
}
