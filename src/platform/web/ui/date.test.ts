import { expect, test } from 'vitest';
import { dateFormat } from './date.tsx';

test.each([
  ['2024-01-05T00:00:00.000Z', 'January 5, 2024', 'January 5, 2024 at 12:00 AM UTC'],
  ['2024-12-31T23:59:59.999Z', 'December 31, 2024', 'December 31, 2024 at 11:59 PM UTC'],
  ['2024-06-15T12:07:00.000Z', 'June 15, 2024', 'June 15, 2024 at 12:07 PM UTC'],
])('%s is formatted in English and UTC', (iso, day, full) => {
  const format = dateFormat('en', 'UTC');
  expect(format(new Date(iso), 'day')).toBe(day);
  expect(format(new Date(iso), 'full').replace(/\s/g, ' ')).toBe(full);
});
