import { formatNumber, locale, t } from '../../../platform/messages/translate.ts';
import type { DeliveryBucket, DeliveryHistory } from '../api/newsletters.ts';

const height = 120;
const barWidth = 10;
const gap = 2;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function lengthText(seconds: number): string {
  const of = (unit: number, name: string) => {
    const count = seconds / unit;
    return count === 1 ? name : `${formatNumber(count)} ${name}s`;
  };
  if (seconds >= day) return of(day, 'day');
  return seconds >= hour ? of(hour, 'hour') : of(minute, 'minute');
}

/** Long buckets need the day, short ones the time. */
const formatOf = (seconds: number, spansDays: boolean): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale(), {
    ...((spansDays || seconds >= day) && { month: 'short', day: 'numeric' }),
    ...(seconds < day && { hour: 'numeric', minute: '2-digit' }),
  });

/** Mails over time as bars, and the same numbers as a table for those who do not see them. */
export function DeliveryPlot({ history: { seconds, buckets } }: { history: DeliveryHistory }) {
  const [first] = buckets;
  const last = buckets.at(-1);
  if (!first || !last) return null;
  const span = Date.parse(last.from) - Date.parse(first.from);
  const format = formatOf(seconds, span >= 12 * hour * 1000);
  const label = ({ from }: DeliveryBucket) => format.format(new Date(from));
  const most = Math.max(1, ...buckets.map(({ sent, failed }) => sent + failed));
  const title = t('Mails per {lengthText}', { lengthText: lengthText(seconds) });
  const end = format.format(new Date(Date.parse(last.from) + seconds * 1000));
  return (
    <section className="plot" aria-labelledby="plot-title">
      <h2 id="plot-title">{title}</h2>
      <figure>
        <div className="chart">
          <p className="soft scale" aria-hidden="true">
            <span>{formatNumber(most)}</span>
            <span>0</span>
          </p>
          <Bars
            buckets={buckets}
            most={most}
            label={label}
            title={t('{title}; the table below has the numbers', { title })}
          />
          <p className="soft axis" aria-hidden="true">
            <span>{label(first)}</span>
            <span>{end}</span>
          </p>
        </div>
        <figcaption className="soft">
          <span className="key sent">{t('Sent')}</span>
          {buckets.some(({ failed }) => failed > 0) && <span className="key failed">{t('Failed')}</span>}
        </figcaption>
      </figure>
      <details>
        <summary>{t('Numbers as a table')}</summary>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('From')}</th>
              <th scope="col">{t('Sent')}</th>
              <th scope="col">{t('Failed')}</th>
            </tr>
          </thead>
          <tbody>
            {buckets.map((bucket) => (
              <tr key={bucket.from}>
                <th scope="row">
                  <time dateTime={bucket.from}>{label(bucket)}</time>
                </th>
                <td>{formatNumber(bucket.sent)}</td>
                <td>{formatNumber(bucket.failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

type BarsProps = {
  buckets: readonly DeliveryBucket[];
  most: number;
  label: (bucket: DeliveryBucket) => string;
  title: string;
};

function Bars({ buckets, most, label, title }: BarsProps) {
  // Few bars would be as wide as the screen.
  const places = Math.max(20, buckets.length);
  const scaled = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  return (
    <svg
      role="img"
      aria-label={title}
      viewBox={`0 0 ${places * (barWidth + gap)} ${height}`}
      preserveAspectRatio="none"
    >
      {buckets.map((bucket, index) => {
        const sent = scaled(bucket.sent);
        const failed = scaled(bucket.failed);
        const x = index * (barWidth + gap);
        return (
          <g key={bucket.from}>
            <title>
              {t('{label}: {sent} sent, {failed} failed', {
                label: label(bucket),
                sent: bucket.sent,
                failed: bucket.failed,
              })}
            </title>
            <rect className="hit" x={x} y={0} width={barWidth + gap} height={height} />
            <rect className="sent" x={x} y={height - sent} width={barWidth} height={sent} />
            <rect className="failed" x={x} y={height - sent - failed} width={barWidth} height={failed} />
          </g>
        );
      })}
    </svg>
  );
}
