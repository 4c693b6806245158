import { expect, test } from 'vitest';
import { fromSiteTime, nextFullHour, toSiteTime } from './site-time.ts';

test('dates in fields are those of the site, whatever the time zone of the browser', () => {
  expect(toSiteTime('2026-11-16T23:30:45.678Z')).toBe('2026-11-16T23:30');
  expect(fromSiteTime('2026-11-16T23:30')).toBe('2026-11-16T23:30:00.000Z');
  expect(toSiteTime('')).toBe('');
  expect(fromSiteTime('')).toBe('');
  expect(fromSiteTime('2026-13-99T00:00')).toBe('');
});

test('the proposed time is the next full hour', () => {
  expect(nextFullHour(new Date('2026-11-16T23:30:00.000Z'))).toBe('2026-11-17T00:00:00.000Z');
  expect(nextFullHour(new Date('2026-11-16T23:00:00.000Z'))).toBe('2026-11-17T00:00:00.000Z');
});
