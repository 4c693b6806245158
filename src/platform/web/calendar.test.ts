import { expect, test } from 'vitest';
import { monthOf, monthStart } from './calendar.ts';

test('a moment belongs to the month that the calendar of the zone shows', () => {
  expect(monthOf('2026-05-01T02:00:00.000Z', 'UTC')).toEqual({ year: 2026, month: 5 });
  expect(monthOf('2026-05-01T02:00:00.000Z', 'America/New_York')).toEqual({ year: 2026, month: 4 });
  expect(monthOf('2025-12-31T16:00:00.000Z', 'Asia/Tokyo')).toEqual({ year: 2026, month: 1 });
});

test('a month begins at midnight in the zone', () => {
  expect(monthStart({ year: 2026, month: 5 }, 'UTC')).toBe('2026-05-01T00:00:00.000Z');
  expect(monthStart({ year: 2026, month: 1 }, 'Asia/Tokyo')).toBe('2025-12-31T15:00:00.000Z');
  expect(monthStart({ year: 2026, month: 13 }, 'America/New_York')).toBe('2027-01-01T05:00:00.000Z');
  expect(monthStart({ year: 1850, month: 1 }, 'Europe/Berlin')).toBe('1849-12-31T23:06:32.000Z');
});

// The clocks of each of these zones change in the night in which a month begins.
test.each([
  ['America/Sao_Paulo', { year: 1985, month: 11 }],
  ['Africa/Cairo', { year: 1982, month: 10 }],
  ['Pacific/Apia', { year: 2011, month: 4 }],
  ['America/Toronto', { year: 1974, month: 10 }],
  ['Pacific/Kiritimati', { year: 1995, month: 1 }],
  ['Asia/Amman', { year: 2022, month: 4 }],
])('%s: every moment is in the month between its bounds', (zone, month) => {
  const start = Date.parse(monthStart(month, zone));
  const wall = (time: number) => monthOf(new Date(time).toISOString(), zone);
  expect(wall(start)).toEqual(month);
  expect(wall(start - 1)).not.toEqual(month);
});
