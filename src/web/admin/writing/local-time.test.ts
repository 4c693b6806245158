import { describe, expect, test } from 'vitest';
import { fromLocal, nextFullHour, toLocal } from './local-time.ts';

describe('datetime-local values', () => {
  test.each(['2026-01-31T23:59:00.000Z', '2026-07-01T00:00:00.000Z', '0999-12-31T12:30:00.000Z'])(
    '%s survives a round trip',
    (iso) => {
      expect(toLocal(iso)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      expect(fromLocal(toLocal(iso))).toBe(iso);
    },
  );

  test('an empty value stays empty', () => {
    expect(fromLocal('')).toBe('');
    expect(toLocal('')).toBe('');
  });

  test('the next full hour is in the future', () => {
    expect(nextFullHour(new Date('2026-03-04T05:00:00.000Z'))).toBe('2026-03-04T06:00:00.000Z');
    expect(nextFullHour(new Date('2026-03-04T05:59:59.999Z'))).toBe('2026-03-04T06:00:00.000Z');
  });
});
