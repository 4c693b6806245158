import { t } from '../../../platform/messages/translate.ts';
import {
  defaultSeries,
  type SeriesName,
  type StatisticsPeriod,
  seriesNames,
  statisticsPeriods,
} from '../api/report.ts';
import type { Choice } from './calls.ts';

/** Period and series are in the URL, so that a reload, the back button and a second tab show the same. */
export function choiceOf(params: URLSearchParams): Choice {
  const names = params.get('series')?.split(',');
  return {
    period: statisticsPeriods.find((period) => period === params.get('period')) ?? '30',
    series: names ? seriesNames.filter((name) => names.includes(name)) : defaultSeries,
  };
}

export function linkTo(params: URLSearchParams, change: Partial<Choice>): string {
  const next = new URLSearchParams(params);
  if (change.period) next.set('period', change.period);
  if (change.series) next.set('series', change.series.join(','));
  return `?${next}`;
}

export const toggled = (series: readonly SeriesName[], name: SeriesName): SeriesName[] =>
  seriesNames.filter((one) => (one === name ? !series.includes(one) : series.includes(one)));

export const periodNames: Record<StatisticsPeriod, string> = {
  '7': t('7 days'),
  '30': t('30 days'),
  '365': t('365 days'),
};

export const seriesLabels: Record<SeriesName, string> = {
  views: t('Views'),
  visitors: t('Visitors'),
  votes: t('Votes'),
  comments: t('Comments'),
  subscribers: t('New subscribers'),
};
