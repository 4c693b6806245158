import { expect, test } from 'vitest';
import { inUtc } from './date.tsx';

test.each([
  ['2024-01-05T00:00:00.000Z', 'January 5, 2024', 'January 5, 2024 at 12:00 AM UTC'],
  ['2024-12-31T23:59:59.999Z', 'December 31, 2024', 'December 31, 2024 at 11:59 PM UTC'],
  ['2024-06-15T12:07:00.000Z', 'June 15, 2024', 'June 15, 2024 at 12:07 PM UTC'],
])('%s is formatted in UTC', (iso, day, full) => {
  expect(inUtc(new Date(iso), 'day')).toBe(day);
  expect(inUtc(new Date(iso), 'full')).toBe(full);
});

test('every day of a year is formatted as by Intl', () => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  for (let day = 0; day < 366; day++) {
    const date = new Date(Date.UTC(2024, 0, 1 + day, day % 24));
    expect(inUtc(date, 'day')).toBe(format.format(date));
  }
});
