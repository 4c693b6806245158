import { describe, expect, test, vi } from 'vitest';
import { RateLimited, restUntil } from './failure.ts';

const now = Date.parse('2026-11-01T12:00:00Z');
const minute = 60_000;
const until = (headers: Record<string, string>) => restUntil((name) => headers[name], now);

describe('the end of a rate limit', () => {
  test.each([
    ['seconds to wait', { 'retry-after': '60' }, 1],
    ['a date', { 'retry-after': 'Sun, 01 Nov 2026 12:02:00 GMT' }, 2],
    ['seconds since 1970', { 'x-rate-limit-reset': String(now / 1000 + 180) }, 3],
    ['an ISO date', { 'x-ratelimit-reset': '2026-11-01T12:04:00.000000Z' }, 4],
    ['the latest of several', { 'retry-after': '60', 'ratelimit-reset': String(now / 1000 + 300) }, 5],
  ])('%s', (_, headers, minutes) => {
    expect(until(headers as Record<string, string>)).toBe(now + minutes * minute);
  });

  test('ignores a limit that is not exhausted', () => {
    const later = String(now / 1000 + 600);
    const sooner = String(now / 1000 + 60);
    expect(
      until({
        'x-rate-limit-remaining': '3',
        'x-rate-limit-reset': later,
        'x-app-limit-24hour-remaining': '0',
        'x-app-limit-24hour-reset': sooner,
      }),
    ).toBe(now + minute);
  });

  test.each([
    {},
    { 'retry-after': '' },
    { 'retry-after': 'soon' },
    { 'retry-after': '-5' },
    { 'retry-after': '0' },
    { 'x-ratelimit-reset': '2026-11-01T11:59:00Z' },
    { 'retry-after': '99999999' },
    { 'x-rate-limit-reset': '99999999999999999999' },
    { 'x-ratelimit-reset': '9999-01-01T00:00:00Z' },
  ])('is unknown if %j contains no time within a day', (headers) => {
    expect(until(headers as Record<string, string>)).toBeUndefined();
  });
});

test.each([
  [1000, 'in a minute'],
  [minute + 1, 'in 2 minutes'],
  [119 * minute, 'in 119 minutes'],
  [120 * minute, 'in 2 hours'],
  [1440 * minute, 'in 24 hours'],
])('%i ms are reported as %s', (wait, words) => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  try {
    expect(new RateLimited('X', now + wait).message).toMatch(new RegExp(`Try again ${words}\\.$`));
  } finally {
    vi.useRealTimers();
  }
});
