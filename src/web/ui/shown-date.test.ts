import { expect, test } from 'vitest';
import { inOwnZone, inUtc } from './shown-date.tsx';

test.each([
  ['2024-01-05T00:00:00.000Z', 'January 5, 2024', 'January 5, 2024 at 12:00 AM UTC'],
  ['2024-12-31T23:59:59.999Z', 'December 31, 2024', 'December 31, 2024 at 11:59 PM UTC'],
  ['2024-06-15T12:07:00.000Z', 'June 15, 2024', 'June 15, 2024 at 12:07 PM UTC'],
])('%s reads as on any calendar', (iso, day, full) => {
  expect(inUtc(new Date(iso), 'day')).toBe(day);
  expect(inUtc(new Date(iso), 'full')).toBe(full);
});

test('days are those that Intl would tell, all year', () => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  for (let day = 0; day < 366; day++) {
    const date = new Date(Date.UTC(2024, 0, 1 + day, day % 24));
    expect(inUtc(date, 'day')).toBe(format.format(date));
  }
});

test('who reads American English is told what Intl would tell, in the own zone', () => {
  const options = {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  const format = new Intl.DateTimeFormat('en-US', options);
  for (let hour = 0; hour < 366 * 24; hour += 7) {
    const date = new Date(Date.UTC(2024, 0, 1, hour, hour % 60));
    expect(inOwnZone(date, 'full', 'en-US')).toBe(format.format(date).replace('\u202f', ' '));
  }
});
