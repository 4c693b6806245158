import { Link, useLocation, useNavigation, useSearchParams } from 'react-router';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import { type StatisticsSeries, statisticsPeriods } from '../api/report.ts';
import { changeInPercent, changeInWords } from '../plots/summary.ts';
import { choiceOf, linkTo, periodNames, seriesLabels, toggled } from './choice.ts';

/** What the URL will be once the numbers are loaded: controls change at once, and a second change adds to the first. */
function useNextParams(): URLSearchParams {
  const { pathname, search } = useLocation();
  const { location } = useNavigation();
  return new URLSearchParams(location?.pathname === pathname ? location.search : search);
}

export function Periods() {
  const params = useNextParams();
  const { period } = choiceOf(params);
  return (
    <nav className="periods" aria-label={t('Period')}>
      {statisticsPeriods.map((one) => (
        <Link
          key={one}
          to={linkTo(params, { period: one })}
          aria-current={one === period ? 'true' : undefined}
          preventScrollReset
        >
          {periodNames[one]}
        </Link>
      ))}
    </nav>
  );
}

/** The sum of each series. Each is a check box that shows the series in the plot or hides it. */
export function Figures({ series }: { series: readonly StatisticsSeries[] }) {
  const params = useNextParams();
  const [, setParams] = useSearchParams();
  const choice = choiceOf(params);
  return (
    <fieldset className="figures">
      <legend className="visually-hidden">{t('Shown in the plot')}</legend>
      {series.map((one) => (
        <label key={one.name} className={one.name}>
          <span className="figure-name">
            <input
              type="checkbox"
              checked={choice.series.includes(one.name)}
              onChange={() =>
                setParams(linkTo(params, { series: toggled(choice.series, one.name) }), {
                  preventScrollReset: true,
                })
              }
            />
            {seriesLabels[one.name]} <Stroke />
          </span>{' '}
          <strong>{formatNumber(one.total)}</strong> <Difference of={one} days={choice.period} />
        </label>
      ))}
    </fieldset>
  );
}

/** The line of the series as the plot draws it. */
const Stroke = () => (
  <svg className="stroke" viewBox="0 0 24 4" aria-hidden="true">
    <path d="M2 2h20" />
  </svg>
);

function Difference({ of: { total, total_before }, days }: { of: StatisticsSeries; days: string }) {
  const change = changeInPercent(total, total_before);
  const words = changeInWords(total, total_before, t('the {days} days before', { days }));
  if (change === null)
    return (
      <span className="difference">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">
          {words || t('nothing to compare with in the {days} days before', { days })}
        </span>
      </span>
    );
  return (
    <span className={change > 0 ? 'difference up' : 'difference'} title={words}>
      <span aria-hidden="true">
        {change > 0 ? '↑' : change < 0 ? '↓' : '='} {formatNumber(Math.abs(change))}%
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
