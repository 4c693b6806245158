import { expect, test } from 'vitest';
import { lastWeek } from './newsletters.ts';
import { isSentByDefault } from './send-by-default.ts';

test.each([
  // Sunday, and Monday before the hour: the week before the last Monday.
  ['2026-11-15T12:00:00Z', 'UTC', '2026-W45', '2026-11-02T08:00:00.000Z', '2026-11-09T08:00:00.000Z'],
  ['2026-11-16T07:59:59Z', 'UTC', '2026-W45', '2026-11-02T08:00:00.000Z', '2026-11-09T08:00:00.000Z'],
  ['2026-11-16T08:00:00Z', 'UTC', '2026-W46', '2026-11-09T08:00:00.000Z', '2026-11-16T08:00:00.000Z'],
  [
    '2026-11-16T07:00:00Z',
    'Europe/Berlin',
    '2026-W46',
    '2026-11-09T07:00:00.000Z',
    '2026-11-16T07:00:00.000Z',
  ],
  // Clocks were set back in between.
  [
    '2026-10-26T12:00:00Z',
    'Europe/Berlin',
    '2026-W43',
    '2026-10-19T06:00:00.000Z',
    '2026-10-26T07:00:00.000Z',
  ],
  // The first week of a year begins in the year before.
  ['2026-01-05T12:00:00Z', 'UTC', '2026-W01', '2025-12-29T08:00:00.000Z', '2026-01-05T08:00:00.000Z'],
])('at %s in %s the last week is %s', (now, zone, key, start, end) => {
  const week = lastWeek(new Date(now), zone);
  expect(week).toMatchObject({ key, start, end });
  expect(lastWeek(new Date(week.next), zone).start).toBe(end);
});

test('a translation into another language is not sent by default', () => {
  const settings = { newsletter_default: true };
  expect(isSentByDefault(settings, { isTranslation: true, language: 'de' }, 'en')).toBe(false);
  expect(isSentByDefault(settings, { isTranslation: true, language: '' }, 'en')).toBe(true);
  expect(isSentByDefault(settings, { isTranslation: true, language: 'en' }, 'en')).toBe(true);
  expect(isSentByDefault(settings, { isTranslation: false, language: 'de' }, 'en')).toBe(true);
  expect(isSentByDefault({ newsletter_default: false }, { isTranslation: false, language: '' }, 'en')).toBe(
    false,
  );
});
