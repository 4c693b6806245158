import { describe, expect, test } from 'vitest';
import { fromLocal, nextFullHour, toLocal } from './local-time.ts';

describe('the time of a form', () => {
  test.each(['2026-01-31T23:59:00.000Z', '2026-07-01T00:00:00.000Z', '0999-12-31T12:30:00.000Z'])(
    '%s comes back as it went',
    (iso) => {
      expect(toLocal(iso)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      expect(fromLocal(toLocal(iso))).toBe(iso);
    },
  );

  test('an empty field is empty', () => {
    expect(fromLocal('')).toBe('');
    expect(toLocal('')).toBe('');
  });

  test('the next full hour lies ahead', () => {
    expect(nextFullHour(new Date('2026-03-04T05:00:00.000Z'))).toBe('2026-03-04T06:00:00.000Z');
    expect(nextFullHour(new Date('2026-03-04T05:59:59.999Z'))).toBe('2026-03-04T06:00:00.000Z');
  });
});
