/** Years and months in the time zone of the site. */

export type Month = { year: number; month: number };

/** After any date of a post. Later years have a sign and more digits, and are not in order as text. */
export const endOfDates = '9999-12-31T23:59:59.999Z';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const whole = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { ...whole, ...clock, timeZone: zone });
    formats.set(zone, format);
  }
  return format;
}

/** What calendar and clock show in this zone, as if it were UTC. */
function wallTime(time: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function monthOf(date: string, zone: string): Month {
  const wall = new Date(wallTime(Date.parse(date), zone));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1 };
}

/** The moment at which a month begins in this zone; months before 1 and after 12 are those of other years. */
export function monthStart({ year, month }: Month, zone: string): string {
  const wanted = Date.UTC(year, month - 1, 1);
  const offset = (time: number) => wallTime(time, zone) - time;
  // The offset may change near the beginning of the month: of the two possible moments, the first that is in the month.
  const first = wanted - offset(wanted);
  const second = wanted - offset(first);
  const [early, late] = first < second ? [first, second] : [second, first];
  const date = new Date(wallTime(early, zone) >= wanted ? early : late).toISOString();
  return date.startsWith('+') ? endOfDates : date;
}
