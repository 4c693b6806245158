import type { CommentNotice } from '../api/mail.ts';

type Notice = Exclude<CommentNotice, 'off'>;

const minute = 60_000;
const hour = 60 * minute;
/** After a mail at once, what arrives is collected for this long. */
export const pauseMs = 5 * minute;
const dailyHour = 8;

/** When a mail may be due at the earliest, without the time zone of the site: the job looks again. */
export function earliestNotice(
  notice: Notice,
  { now, sent, isFine }: { now: Date; sent: Date | null; isFine: boolean },
): Date {
  return notice === 'at-once' && isFine ? afterPause(now, sent, now) : nextHour(now);
}

/**
 * When the owner is notified of comments, the oldest of which waits since these times. What is probably spam is no reason for a mail
 * but once a day.
 */
export function noticeTime(
  notice: Notice,
  since: { any: Date; fine: Date | null },
  { now, sent, zone }: { now: Date; sent: Date | null; zone: string },
): Date {
  // A clock that was set back must not make comments wait for the time that it showed before.
  const past = (date: Date) => (date > now ? now : date);
  if (since.fine === null || notice === 'daily') return nextMorning(past(since.any), zone);
  return notice === 'hourly' ? nextHour(past(since.fine)) : afterPause(past(since.fine), sent, now);
}

function afterPause(date: Date, sent: Date | null, now: Date): Date {
  if (sent === null || sent > now) return date;
  const end = new Date(sent.getTime() + pauseMs);
  return end > date ? end : date;
}

const nextHour = (date: Date): Date => new Date((Math.floor(date.getTime() / hour) + 1) * hour);

/** The next 8:00 in this time zone. Where the clock skips it, the moment that it skips to. */
export function nextMorning(date: Date, zone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
  const today = local.withPlainTime({ hour: dailyHour });
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 });
  return new Date(next.withPlainTime({ hour: dailyHour }).epochMilliseconds);
}
