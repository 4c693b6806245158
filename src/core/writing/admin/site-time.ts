import { locale } from '../../../platform/messages/translate.ts';

/** Dates in fields are those that readers see: in the time zone of the site. */

const minute = 60_000;
const day = 24 * 60 * minute;
const minutes = 'YYYY-MM-DDTHH:MM'.length;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // The Swedish form is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  formats.set(zone, format);
  return format;
}

/** What a clock of the zone shows, as if it were UTC. */
const onClock = (time: number, zone: string): number =>
  Date.parse(`${formatIn(zone).format(time).replace(' ', 'T')}Z`);

/** Converts an ISO date to the value of a `datetime-local` field. '' stays empty. */
export function toSiteTime(iso: string, zone: string): string {
  if (iso === '') return '';
  return new Date(onClock(Date.parse(iso), zone)).toISOString().slice(0, minutes);
}

/**
 * The moment at which a clock of the zone shows a time. When clocks are set back, a time comes twice: the first one. When
 * they are set forward, a time does not come: as much later as they were set forward.
 */
export function fromSiteTime(value: string, zone: string): string {
  const shown = Date.parse(`${value}Z`);
  if (Number.isNaN(shown)) return '';
  const [before, after] = [shown - day, shown + day].map((time) => shown - (onClock(time, zone) - time));
  const moments = [before as number, after as number].filter((time) => onClock(time, zone) === shown);
  return new Date(moments.length > 0 ? Math.min(...moments) : (before as number)).toISOString();
}

/** The zone with its offset at a moment, which tells the two times apart that a clock shows when it is set back. */
export function zoneAt(iso: string, zone: string): string {
  if (iso === '' || zone === 'UTC') return zone;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(iso),
  );
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return offset ? `${zone}, ${offset}` : zone;
}

export function nextFullHour(now: Date): string {
  const hour = new Date(now);
  hour.setHours(hour.getHours() + 1, 0, 0, 0);
  return hour.toISOString();
}

/** The same moment on the clock of this browser; empty if that clock shows the same. */
export function inBrowserTime(iso: string, zone: string): string {
  const date = new Date(iso);
  if (iso === '' || onClock(date.getTime(), zone) - date.getTime() === -date.getTimezoneOffset() * minute)
    return '';
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}
