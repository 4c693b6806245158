import { describe, expect, test } from 'vitest';
import { publishing } from './schedule.ts';

const [old, past, now, soon, later] = [
  '2026-01-01T00:00:00.000Z',
  '2026-02-01T00:00:00.000Z',
  '2026-03-01T00:00:00.000Z',
  '2026-04-01T00:00:00.000Z',
  '2026-05-01T00:00:00.000Z',
] as const;
const plain = { post_date: old, scheduled_date: null };
const waiting = { post_date: soon, scheduled_date: soon };
const dated = { post_date: old, scheduled_date: soon };

describe('publishing', () => {
  test.each([
    ['nothing', plain, {}, {}],
    ['status', plain, { active: true }, { active: 1 }],
    ['a date', plain, { post_date: past }, { post_date: past }],
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
      { active: 0, scheduled_date: soon, post_date: past },
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
    [
      'another time with an own date',
      dated,
      { scheduled_date: later },
      { active: 0, scheduled_date: later, post_date: old },
    ],
    ['no time', waiting, { scheduled_date: null }, { scheduled_date: null, post_date: now }],
    ['no time with an own date', dated, { scheduled_date: null }, { scheduled_date: null }],
    ['at once after all', waiting, { active: true }, { active: 1, scheduled_date: null, post_date: now }],
    ['still inactive', waiting, { active: false }, { active: 0 }],
    ['no time, never had one', plain, { scheduled_date: null, active: false }, { active: 0 }],
  ])('%s', (_, before, wish, expected) => {
    expect(publishing(before, wish, now)).toEqual(expected);
  });
});
