/** When the weekly summary is sent, in the time zone of the site. */
const summaryHour = 8;

export type Week = {
  /** Of the days whose posts it contains, such as 2026-W46. */
  key: string;
  /** From Monday to Monday, at the hour of the summary. */
  start: string;
  end: string;
  /** The end of the week after it. */
  next: string;
};

/** The last week that is over, in the time zone of the site. */
export function lastWeek(now: Date, timeZone: string): Week {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const monday = (weeks: number) =>
    here
      .toPlainDate()
      .subtract({ days: here.dayOfWeek - 1 })
      .add({ weeks })
      .toZonedDateTime({ timeZone, plainTime: { hour: summaryHour } });
  const isOver = Temporal.ZonedDateTime.compare(here, monday(0)) >= 0;
  const [start, end, next] = isOver ? [-1, 0, 1] : [-2, -1, 0];
  const { yearOfWeek, weekOfYear } = monday(start as number).toPlainDate();
  return {
    key: `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`,
    start: iso(monday(start as number)),
    end: iso(monday(end as number)),
    next: iso(monday(next as number)),
  };
}

const iso = (time: Temporal.ZonedDateTime): string => new Date(time.epochMilliseconds).toISOString();
