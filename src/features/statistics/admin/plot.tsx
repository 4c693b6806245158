import { useState } from 'react';
import { formatNumber, locale, t } from '../../../platform/messages/translate.ts';
import type { StatisticsReport, StatisticsSeries } from '../api/report.ts';
import { dayFormat } from '../plots/days.ts';
import { placeOf } from '../plots/scale.ts';
import type { Choice } from './calls.ts';
import { seriesLabels } from './choice.ts';

const long = dayFormat(locale(), 'long');
const short = dayFormat(locale(), 'short');

const numberOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formatNumber(value);

const hasBefore = ({ before }: StatisticsSeries): boolean => before.some((value) => value !== null);

type Props = { report: StatisticsReport; choice: Choice };

/**
 * The plot that the server made. A range input lies over it: it is one tab stop, arrow keys, a finger and the mouse move from day to
 * day, and screen readers announce the numbers of the day.
 */
export function Plot({ report, choice }: Props) {
  const { days, plot } = report;
  const series = report.series.filter(({ name }) => choice.series.includes(name));
  const [chosen, setChosen] = useState<number | null>(null);
  const last = days.length - 1;
  const index = chosen === null ? null : Math.min(chosen, last);
  const isCompared = series.some(hasBefore) && series.length <= 2;
  const valuesOf = (at: number): string =>
    series
      .map(({ name, values }) => `${numberOf(values[at])} ${seriesLabels[name].toLowerCase()}`)
      .join(', ');
  if (series.length === 0)
    return (
      <p className="plot-empty soft">{t('Choose at least one of the numbers above to see it over time.')}</p>
    );
  return (
    <figure className="plot-figure">
      <div className="plot-box" dir="ltr">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server of dates and numbers, which it escapes */}
        <div className="plot-svg" dangerouslySetInnerHTML={{ __html: plot }} />
        {index !== null && (
          <span className="cursor" aria-hidden="true" style={{ left: `${placeOf(index, days.length)}%` }} />
        )}
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={index ?? last}
          aria-label={t('Day in the plot')}
          aria-valuetext={`${long(days[index ?? last] ?? '')}: ${valuesOf(index ?? last)}`}
          onChange={({ target }) => setChosen(Number(target.value))}
          onFocus={() => setChosen(index ?? last)}
          onBlur={() => setChosen(null)}
          onPointerMove={({ clientX, currentTarget, pointerType }) => {
            if (pointerType !== 'mouse') return;
            const { left, width } = currentTarget.getBoundingClientRect();
            setChosen(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))));
          }}
          onPointerLeave={({ currentTarget }) => {
            if (document.activeElement !== currentTarget) setChosen(null);
          }}
        />
      </div>
      <figcaption>
        <p className="readout" aria-hidden="true">
          {index === null ? (
            <span className="soft">
              {long(days[0] ?? '')} – {long(days[last] ?? '')}
            </span>
          ) : (
            <>
              <b>{long(days[index] ?? '')}:</b> {valuesOf(index)}
            </>
          )}
        </p>
        {isCompared && (
          <p className="soft before-key">
            <svg className="stroke before" viewBox="0 0 24 4" aria-hidden="true">
              <path d="M2 2h20" />
            </svg>
            {t('The {count} days before', { count: days.length })}
          </p>
        )}
      </figcaption>
      <NumbersTable days={days} series={series} isCompared={isCompared} />
    </figure>
  );
}

type TableProps = { days: readonly string[]; series: readonly StatisticsSeries[]; isCompared: boolean };

/** The same numbers as the plot, the newest first. It is made when it is opened: a year has many rows. */
function NumbersTable({ days, series, isCompared }: TableProps) {
  const [isOpen, setIsOpen] = useState(false);
  const before = t('{count} days before', { count: days.length });
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('Numbers as a table')}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
        <section className="plot-numbers" aria-label={t('Numbers of each day')} tabIndex={0}>
          <table>
            <caption className="visually-hidden">{t('Numbers of each day')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('Day')}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {seriesLabels[name]}
                  </th>
                ))}
                {isCompared &&
                  series.map(({ name }) => (
                    <th key={name} scope="col">
                      {seriesLabels[name]}, {before}
                    </th>
                  ))}
              </tr>
            </thead>
            <tbody>
              {days
                .map((day, index) => (
                  <tr key={day}>
                    <th scope="row">
                      <time dateTime={day}>{days.length > 300 ? long(day) : short(day)}</time>
                    </th>
                    {series.map(({ name, values }) => (
                      <td key={name}>{numberOf(values[index])}</td>
                    ))}
                    {isCompared &&
                      series.map(({ name, before }) => <td key={name}>{numberOf(before[index])}</td>)}
                  </tr>
                ))
                .reverse()}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
