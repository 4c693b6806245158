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
    ['no change', plain, {}, {}],
    ['activation', plain, { active: true }, { active: 1, post_date: now }],
    [
      'activation with an unchanged date',
      plain,
      { active: true, post_date: old },
      { active: 1, post_date: now },
    ],
    [
      'activation with a date',
      plain,
      { active: true, post_date: past },
      { active: 1, post_date: past, date_given: 1 },
    ],
    ['activation of a post with its own date', { ...plain, date_given: 1 }, { active: true }, { active: 1 }],
    ['activation of a published post', published, { active: true }, { active: 1 }],
    ['activation of a new post', null, { active: true }, { active: 1, post_date: now }],
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
    [
      'a schedule for a new post',
      null,
      { scheduled_date: soon },
      { active: 0, scheduled_date: soon, post_date: soon },
    ],
    [
      'a schedule in the past',
      plain,
      { scheduled_date: past },
      { active: 1, scheduled_date: null, post_date: past },
    ],
    [
      'a schedule for now',
      plain,
      { scheduled_date: now },
      { active: 1, scheduled_date: null, post_date: now },
    ],
    [
      'another scheduled date',
      waiting,
      { scheduled_date: later },
      { active: 0, scheduled_date: later, post_date: later },
    ],
    [
      'another scheduled date, own post date',
      dated,
      { scheduled_date: later },
      { active: 0, scheduled_date: later },
    ],
    ['schedule removed', waiting, { scheduled_date: null }, { scheduled_date: null, post_date: now }],
    ['schedule removed, own post date', dated, { scheduled_date: null }, { scheduled_date: null }],
    [
      'activation of a scheduled post',
      waiting,
      { active: true },
      { active: 1, scheduled_date: null, post_date: now },
    ],
    ['a scheduled post stays inactive', waiting, { active: false }, { active: 0 }],
    [
      'schedule removed from an unscheduled post',
      plain,
      { scheduled_date: null, active: false },
      { active: 0 },
    ],
  ])('%s', (_, before, requested, expected) => {
    expect(publishing(before, requested, now)).toEqual(expected);
  });
});
