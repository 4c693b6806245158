/** Dates as other programs write them, as ISO 8601 in UTC. */

const isoLike =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:[T_]|\s{1,9})(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s{0,9}([AP]M)?)?\s{0,9}(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{1,2})?(?:\s[A-Z]{2,5})?$/i;
const withZone = /(?:[+-]\d{2}:?\d{2}|\b(?:GMT|UTC|UT|Z|[ECMP][SD]T))$/i;

/** Null when the value is no date. A date without a time zone is in that of the site. */
export function instant(value: unknown, zone = 'UTC'): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : instant(value.toISOString(), zone);
  if (typeof value === 'number') return instantOfNumber(value);
  if (typeof value !== 'string' || value.length > 100) return null;
  // Browsers write the name of the time zone in parentheses after its offset.
  const text = (value.split('(', 1)[0] ?? '').trim();
  const match = isoLike.exec(text);
  if (match) return instantOfParts(match, zone);
  if (/^\d{10}(?:\d{3})?$/.test(text)) return instantOfNumber(Number(text));
  // "January 2, 2024", and the dates of mail.
  const parsed = Date.parse(withZone.test(text) ? text : `${text} UTC`);
  if (Number.isNaN(parsed) || !/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return null;
  const iso = stored(new Date(parsed).toISOString());
  return iso === null || withZone.test(text) ? iso : inZone(iso.slice(0, -1), zone);
}

/** Seconds or milliseconds since 1970. */
function instantOfNumber(value: number): string | null {
  if (!Number.isFinite(value) || Math.abs(value) < 1e8) return null;
  const date = new Date(Math.abs(value) < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? null : stored(date.toISOString());
}

function instantOfParts(match: RegExpExecArray, zone: string): string | null {
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', half] =
    match;
  const offset = match[9];
  const two = (text: string | number) => String(text).padStart(2, '0');
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  // Some exports have leap seconds and 24:00.
  const clock = `${two(Math.min(hours, 23))}:${two(Math.min(Number(minute), 59))}:${two(Math.min(Number(second), 59))}`;
  const local = `${year}-${two(month)}-${two(day)}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  if (offset && !/^[+-]/.test(offset)) return inZone(local, 'UTC');
  const [, sign, hourOffset = '', minuteOffset = '00'] =
    /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset ?? '') ?? [];
  return inZone(local, sign ? `${sign}${two(hourOffset)}:${minuteOffset}` : zone);
}

function inZone(local: string, zone: string): string | null {
  try {
    const moment = Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toZonedDateTime(zone);
    return stored(new Date(moment.epochMilliseconds).toISOString());
  } catch {
    return null;
  }
}

/** Later years have a sign and more digits, and are not in order as text; before 1 there is no year in ISO 8601. */
const stored = (iso: string): string | null => (/^\d{4}-/.test(iso) ? iso : null);
