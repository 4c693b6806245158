import { expect, test } from 'vitest';
import { MailRate } from './rate.ts';

/** When mails leave that are all due at once. */
function times(perMinute: number, count: number, before: readonly number[] = [], start = 0): number[] {
  const rate = new MailRate(before);
  let now = start;
  return Array.from({ length: count }, () => {
    now = Math.max(now, rate.nextAt(perMinute, now));
    rate.add(now);
    return now;
  });
}

const mostInAMinute = (sent: readonly number[]) =>
  Math.max(...sent.map((from) => sent.filter((time) => time >= from && time < from + 60_000).length));

test.each([1, 2, 7, 60, 120, 1_000])('never more than %i in any minute, and not much fewer', (perMinute) => {
  const sent = times(perMinute, perMinute * 3 + 1);
  expect(mostInAMinute(sent)).toBe(perMinute);
  expect(sent.at(-1)).toBeLessThanOrEqual(3 * 60_000);
});

test('mails from before a restart count', () => {
  const before = times(120, 120);
  const after = times(120, 60, before, before.at(-1));
  expect(mostInAMinute([...before, ...after])).toBe(120);
});

test('a newsletter leaves room for others within seconds', () => {
  const sent = times(120, 120);
  expect(sent.at(-1)).toBeGreaterThan(50_000);
});
