/** Dates in fields are those that readers see: in the time zone of the site, which is UTC. */
export const siteTimeZone = 'UTC';

const minutes = 'YYYY-MM-DDTHH:MM'.length;

/** Converts an ISO date to the value of a `datetime-local` field. '' stays empty. */
export function toSiteTime(iso: string): string {
  return iso.slice(0, minutes);
}

export function fromSiteTime(value: string): string {
  const date = new Date(`${value}Z`);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

export function nextFullHour(now: Date): string {
  const hour = new Date(now);
  hour.setHours(hour.getHours() + 1, 0, 0, 0);
  return hour.toISOString();
}

/** The same moment on the clock of this browser; empty if that is the site's time zone too. */
export function inBrowserTime(iso: string): string {
  const date = new Date(iso);
  if (iso === '' || date.getTimezoneOffset() === 0) return '';
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}
