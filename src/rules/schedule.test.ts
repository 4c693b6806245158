import { describe, expect, test } from 'vitest';
import { publishing } from './schedule.ts';

const [old, past, now, soon, later] = [
  '2026-01-01T00:00:00.000Z',
  '2026-02-01T00:00:00.000Z',
  '2026-03-01T00:00:00.000Z',
  '2026-04-01T00:00:00.000Z',
  '2026-05-01T00:00:00.000Z',
] as const;
const plain = { post_date: old, date_given: 0, scheduled_date: null, first_active_date: null };
const waiting = { ...plain, post_date: soon, scheduled_date: soon };
const dated = { ...plain, date_given: 1, scheduled_date: soon };
const published = { ...plain, first_active_date: past };

describe('publishing', () => {
  test.each([
    ['nothing', plain, {}, {}],
    ['status', plain, { active: true }, { active: 1, post_date: now }],
    ['status with the date as it is', plain, { active: true, post_date: old }, { active: 1, post_date: now }],
    [
      'status with a date',
      plain,
      { active: true, post_date: past },
      { active: 1, post_date: past, date_given: 1 },
    ],
    ['status of a dated post', { ...plain, date_given: 1 }, { active: true }, { active: 1 }],
    ['status once more', published, { active: true }, { active: 1 }],
    ['status of a new post', null, { active: true }, { active: 1, post_date: now }],
    ['a date', plain, { post_date: past }, { post_date: past, date_given: 1 }],
    ['a schedule', plain, { scheduled_date: soon }, { active: 0, scheduled_date: soon, post_date: soon }],
    [
      'a schedule wins over active',
      plain,
      { active: true, scheduled_date: soon },
      { active: 0, scheduled_date: soon, post_date: soon },
    ],
    [
      'a schedule with a date',
      plain,
      { post_date: past, scheduled_date: soon },
      { active: 0, scheduled_date: soon, post_date: past, date_given: 1 },
    ],
    ['a new post', null, { scheduled_date: soon }, { active: 0, scheduled_date: soon, post_date: soon }],
    ['the past', plain, { scheduled_date: past }, { active: 1, scheduled_date: null, post_date: past }],
    ['this moment', plain, { scheduled_date: now }, { active: 1, scheduled_date: null, post_date: now }],
    [
      'another time',
      waiting,
      { scheduled_date: later },
      { active: 0, scheduled_date: later, post_date: later },
    ],
    ['another time with an own date', dated, { scheduled_date: later }, { active: 0, scheduled_date: later }],
    ['no time', waiting, { scheduled_date: null }, { scheduled_date: null, post_date: now }],
    ['no time with an own date', dated, { scheduled_date: null }, { scheduled_date: null }],
    ['at once after all', waiting, { active: true }, { active: 1, scheduled_date: null, post_date: now }],
    ['still inactive', waiting, { active: false }, { active: 0 }],
    ['no time, never had one', plain, { scheduled_date: null, active: false }, { active: 0 }],
  ])('%s', (_, before, wish, expected) => {
    expect(publishing(before, wish, now)).toEqual(expected);
  });
});
