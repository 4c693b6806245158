import { describe, expect, test } from 'vitest';
import { addDays, daysUpTo, dayTicks } from './days.ts';
import { linePlot } from './line-plot.ts';
import { markup } from './markup.ts';
import { niceTicks, placeOf } from './scale.ts';
import { sparkline } from './sparkline.ts';

const plot = (values: (number | null)[], rest: Partial<Parameters<typeof linePlot>[0]> = {}) =>
  linePlot({
    days: daysUpTo('2026-03-31', values.length),
    series: [{ name: 'views', values }],
    summary: 'Views',
    language: 'en',
    ...rest,
  });

const pathOf = (svg: string, name: string): string | undefined =>
  new RegExp(`<path class="${name}" d="([^"]*)"`).exec(svg)?.[1];

describe('ticks', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [12, [0, 5, 10, 15]],
    [99, [0, 20, 40, 60, 80, 100]],
    [1234, [0, 250, 500, 750, 1000, 1250]],
  ])('up to %i', (max, ticks) => expect(niceTicks(max)).toEqual(ticks));

  test('are whole numbers, few, and reach the highest value, whatever it is', () => {
    for (let max = 0; max < 20_000; max += 7) {
      const ticks = niceTicks(max);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }
    expect(niceTicks(Number.MAX_SAFE_INTEGER).at(-1)).toBeGreaterThanOrEqual(Number.MAX_SAFE_INTEGER);
    expect(niceTicks(Number.NaN)).toEqual([0, 1]);
    expect(niceTicks(Number.POSITIVE_INFINITY)).toEqual([0, 1]);
  });
});

describe('days', () => {
  test('are added across months, years and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysUpTo('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });

  test.each([
    [1, 1],
    [7, 7],
    [30, 5],
    [365, 12],
  ])('%i days have %i labels', (count, labels) => {
    expect(dayTicks(daysUpTo('2026-03-31', count), 'en')).toHaveLength(labels);
  });

  test('the last day has a label, and a year replaces its first month', () => {
    expect(dayTicks(daysUpTo('2026-03-31', 30), 'en').at(-1)).toMatchObject({ index: 29, label: 'Mar 31' });
    expect(dayTicks(daysUpTo('2026-03-31', 365), 'en').map(({ label }) => label)).toContain('2026');
  });

  test('a third of the months is left where there is little room', () => {
    const ticks = dayTicks(daysUpTo('2026-03-31', 365), 'en');
    expect(ticks.filter(({ isMinor }) => !isMinor)).toHaveLength(4);
  });
});

describe('a line plot', () => {
  test('has a role and a summary, whose text cannot become markup', () => {
    const svg = plot([1, 2], { summary: '"><script>alert(1)</script>' });
    expect(svg).toContain('role="img" aria-label="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(svg).not.toContain('<script');
  });

  test('reaches from side to side and from zero to the highest tick', () => {
    expect(pathOf(plot([0, 5, 10]), 'views')).toBe('M0 100L50 50L100 0');
  });

  test('of zeros is a line at the bottom, and of nothing has no line', () => {
    expect(pathOf(plot([0, 0]), 'views')).toBe('M0 100L100 100');
    expect(pathOf(plot([]), 'views')).toBe('');
  });

  test('of one day is a dot in the middle', () => {
    expect(pathOf(plot([1]), 'views')).toBe('M50 0h0.01');
  });

  test('has gaps where nothing was counted, and a dot for a day between gaps', () => {
    expect(pathOf(plot([1, 1, null, 1, null, 1, 1]), 'views')).toBe('M0 0L16.67 0M50 0h0.01M83.33 0L100 0');
  });

  test('the period before is below the line of this one and counts for the scale', () => {
    const svg = plot([5, 5], { series: [{ name: 'views', values: [5, 5], before: [10, 10] }] });
    expect(pathOf(svg, 'views before')).toBe('M0 0L100 0');
    expect(pathOf(svg, 'views')).toBe('M0 50L100 50');
    expect(svg.indexOf('views before')).toBeLessThan(svg.indexOf('"views"'));
  });

  test('shortens huge numbers and contains no number that is none', () => {
    const svg = plot([123_456_789, 0]);
    expect(svg).toContain('>125M<');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('runs from left to right in languages that are written from right to left', () => {
    const svg = plot([0, 1], { language: 'ar' });
    expect(svg).toContain('direction="ltr"');
    expect(pathOf(svg, 'views')).toBe('M0 100L100 0');
    expect(svg).toMatch(/[\u0600-\u06FF]/);
  });
});

test('a sparkline fills its box and is silent', () => {
  expect(sparkline([0, 2, 1])).toContain('d="M0 92L50 8L100 50"');
  expect(sparkline([0, 0])).toContain('d="M0 92L100 92"');
  expect(sparkline([3])).toContain('d="M50 8h0.01"');
  expect(sparkline([])).toContain('aria-hidden="true"');
  expect(placeOf(0, 1)).toBe(50);
});

test('markup escapes texts and keeps markup', () => {
  expect(markup`<a b="${'"&'}">${[markup`<i/>`, markup`${1}`]}</a>`.text).toBe(
    '<a b="&quot;&amp;"><i/>1</a>',
  );
});
