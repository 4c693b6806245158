import { describe, expect, test } from 'vitest';
import { earliestNotice, nextMorning, noticeTime } from './times.ts';

const at = (time: string) => new Date(`2026-03-${time}Z`);
const zone = 'Europe/Berlin';

describe('when the owner is notified of waiting comments', () => {
  const now = at('10T12:34:00');

  test('at once, then after a pause of five minutes', () => {
    const since = { any: now, fine: now };
    expect(noticeTime('at-once', since, { now, sent: null, zone })).toEqual(now);
    const sent = at('10T12:32:00');
    expect(noticeTime('at-once', since, { now, sent, zone })).toEqual(at('10T12:37:00'));
    expect(noticeTime('at-once', since, { now, sent: at('10T12:00:00'), zone })).toEqual(now);
    expect(earliestNotice('at-once', { now, sent, isFine: true })).toEqual(at('10T12:37:00'));
    expect(earliestNotice('at-once', { now, sent: null, isFine: true })).toEqual(now);
  });

  test('hourly, at the full hour', () => {
    const fine = at('10T11:10:00');
    expect(noticeTime('hourly', { any: fine, fine }, { now, sent: null, zone })).toEqual(at('10T12:00:00'));
    expect(noticeTime('hourly', { any: now, fine: now }, { now, sent: now, zone })).toEqual(
      at('10T13:00:00'),
    );
  });

  test('daily, at eight in the time zone of the site', () => {
    expect(noticeTime('daily', { any: now, fine: now }, { now, sent: null, zone })).toEqual(
      at('11T07:00:00'),
    );
  });

  test('of nothing but probable spam only once a day', () => {
    const since = { any: now, fine: null };
    for (const notice of ['at-once', 'hourly', 'daily'] as const)
      expect(noticeTime(notice, since, { now, sent: null, zone })).toEqual(at('11T07:00:00'));
    expect(earliestNotice('at-once', { now, sent: null, isFine: false })).toEqual(at('10T13:00:00'));
  });

  test('although the clock was set back', () => {
    const later = at('20T12:00:00');
    expect(noticeTime('at-once', { any: later, fine: later }, { now, sent: later, zone })).toEqual(now);
    expect(earliestNotice('at-once', { now, sent: later, isFine: true })).toEqual(now);
  });
});

describe('the next morning', () => {
  test('is the same day before eight, the next one at eight and later', () => {
    expect(nextMorning(at('10T06:59:59'), zone)).toEqual(at('10T07:00:00'));
    expect(nextMorning(at('10T07:00:00'), zone)).toEqual(at('11T07:00:00'));
    expect(nextMorning(at('10T12:00:00'), 'Pacific/Auckland')).toEqual(at('10T19:00:00'));
  });

  test('stays at eight when the clock is changed for the summer', () => {
    expect(nextMorning(at('28T12:00:00'), zone)).toEqual(at('29T06:00:00'));
  });
});
