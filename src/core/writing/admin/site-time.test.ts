import { expect, test } from 'vitest';
import { fromSiteTime, nextFullHour, toSiteTime, zoneAt } from './site-time.ts';

test.each([
  ['2026-11-16T23:30:00.000Z', 'UTC', '2026-11-16T23:30'],
  ['2026-11-16T23:30:00.000Z', 'Europe/Berlin', '2026-11-17T00:30'],
  ['2026-07-16T23:30:00.000Z', 'Europe/Berlin', '2026-07-17T01:30'],
  ['2026-11-16T23:30:00.000Z', 'Asia/Kolkata', '2026-11-17T05:00'],
  ['2026-11-16T23:30:00.000Z', 'Pacific/Honolulu', '2026-11-16T13:30'],
  ['2026-11-16T00:00:00.000Z', 'Pacific/Kiritimati', '2026-11-16T14:00'],
])('%s in %s is %s, whatever the time zone of the browser', (iso, zone, value) => {
  expect(toSiteTime(iso, zone)).toBe(value);
  expect(fromSiteTime(value, zone)).toBe(iso);
});

test('seconds are left out, and no date stays none', () => {
  expect(toSiteTime('2026-11-16T23:30:45.678Z', 'UTC')).toBe('2026-11-16T23:30');
  expect(toSiteTime('', 'Europe/Berlin')).toBe('');
  expect(fromSiteTime('', 'Europe/Berlin')).toBe('');
  expect(fromSiteTime('2026-13-99T00:00', 'UTC')).toBe('');
});

test('a time that does not come when clocks are set forward is as much later', () => {
  // In Berlin 02:00 became 03:00 on March 29, 2026.
  expect(fromSiteTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(toSiteTime('2026-03-29T01:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T03:30');
});

test('of a time that comes twice when clocks are set back, the first is meant', () => {
  // In Berlin 03:00 became 02:00 on October 25, 2026.
  expect(fromSiteTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(toSiteTime('2026-10-25T01:30:00.000Z', 'Europe/Berlin')).toBe('2026-10-25T02:30');
  expect(zoneAt('2026-10-25T00:30:00.000Z', 'Europe/Berlin')).toBe('Europe/Berlin, GMT+2');
  expect(zoneAt('2026-10-25T01:30:00.000Z', 'Europe/Berlin')).toBe('Europe/Berlin, GMT+1');
});

test('every hour of a year has its own value, except the one that comes twice', () => {
  const from = Date.UTC(2026, 0, 1);
  let repeated = 0;
  for (let hour = 0; hour < 365 * 24; hour++) {
    const iso = new Date(from + hour * 3_600_000).toISOString();
    if (fromSiteTime(toSiteTime(iso, 'America/New_York'), 'America/New_York') !== iso) repeated++;
  }
  expect(repeated).toBe(1);
});

test('the proposed time is the next full hour', () => {
  expect(nextFullHour(new Date('2026-11-16T23:30:00.000Z'))).toBe('2026-11-17T00:00:00.000Z');
  expect(nextFullHour(new Date('2026-11-16T23:00:00.000Z'))).toBe('2026-11-17T00:00:00.000Z');
});
