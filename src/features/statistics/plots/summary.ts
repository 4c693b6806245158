import { t } from '../../../platform/messages/translate.ts';
import { dayFormat } from './days.ts';
import type { PlottedSeries } from './line-plot.ts';

type SummarizedSeries = PlottedSeries & { label: string; total: number; totalBefore: number | null };

/** How much more or less in percent; null without anything to compare with. */
export const changeInPercent = (total: number, before: number | null): number | null =>
  before === null || before === 0 ? null : Math.round(((total - before) / before) * 100);

export function changeInWords(total: number, before: number | null, period: string): string {
  const change = changeInPercent(total, before);
  if (change === null) return before === 0 && total > 0 ? t('none in {period}', { period }) : '';
  if (change === 0) return t('about as many as in {period}', { period });
  const percent = Math.abs(change);
  return change > 0
    ? t('{percent}% more than in {period}', { percent, period })
    : t('{percent}% less than in {period}', { percent, period });
}

/** What a plot shows, in sentences: totals, changes, and the best day of each series. */
export function plotSummary(
  days: readonly string[],
  series: readonly SummarizedSeries[],
  language: string | undefined,
): string {
  const long = dayFormat(language, 'long');
  const number = new Intl.NumberFormat(language);
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined || series.length === 0) return t('Nothing is plotted.');
  const sentences = series.map(({ label, values, total, totalBefore }) => {
    const change = changeInWords(
      total,
      totalBefore,
      t('the {days} days before', { days: String(days.length) }),
    );
    const best = values.reduce<number>(
      (best, value, index) => ((value ?? 0) > (values[best] ?? 0) ? index : best),
      0,
    );
    const most = values[best] ?? 0;
    return [
      `${label}: ${number.format(total)}`,
      ...(change ? [change] : []),
      ...(most > 0
        ? [t('most on {date} with {number}', { date: long(days[best] ?? ''), number: number.format(most) })]
        : []),
    ].join(', ');
  });
  return `${t('{first} to {last}', { first: long(first), last: long(last) })}. ${sentences.join('. ')}.`;
}
