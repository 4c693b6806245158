import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { urls } from '../../../platform/http/urls.ts';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import type { ListedName, StatisticsList, StatisticsOfLists, StatisticsPeriod } from '../api/report.ts';
import { otherNames } from '../api/statistics.ts';
import { statisticsCalls } from './calls.ts';

const deviceNames: Record<string, string> = {
  phone: t('Phone'),
  tablet: t('Tablet'),
  computer: t('Computer'),
  other: t('Other'),
};

const botNames: Record<string, string> = {
  search: t('Search engines'),
  feed: t('Feed readers'),
  ai: t('AI crawlers'),
  preview: t('Link previews'),
  monitor: t('Monitors'),
  other: t('Others'),
};

type List = {
  title: string;
  /** What its numbers count. */
  counts: string;
  empty: string;
  numberOf?: (row: ListedName) => number;
  nameOf?: (row: ListedName) => ReactNode;
  after?: ReactNode;
};

const lists: Record<StatisticsList, List> = {
  pages: {
    title: t('Top pages'),
    counts: t('Views'),
    empty: t('No page was read in this period.'),
    nameOf: (row) => <PageName row={row} />,
  },
  referrers: {
    title: t('Referrers'),
    counts: t('Views'),
    empty: t('No reader came from another site, or their browsers did not say so.'),
  },
  searches: {
    title: t('Searches without results'),
    counts: t('Searches'),
    empty: t('Every search found something.'),
  },
  missing: {
    title: t('Missing pages'),
    counts: t('Requests'),
    empty: t('Every address that was asked for exists.'),
    after: (
      <p>
        <Link to={`${urls.admin}/redirects`}>{t('Redirect old addresses')}</Link>
      </p>
    ),
  },
  devices: {
    title: t('Devices'),
    counts: t('Views'),
    empty: t('No page was read in this period.'),
    nameOf: ({ name }) => deviceNames[name] ?? name,
  },
  feeds: {
    title: t('Feeds'),
    counts: t('Subscribers'),
    empty: t('No feed reader asked for a feed.'),
    numberOf: ({ visitors }) => visitors,
    nameOf: ({ name, url }) => (url ? <a href={url}>{name}</a> : name),
  },
  bots: {
    title: t('Bots'),
    counts: t('Requests'),
    empty: t('No bot came by.'),
    nameOf: ({ name }) => botNames[name] ?? name,
  },
};

const order: readonly StatisticsList[] = [
  'pages',
  'referrers',
  'devices',
  'feeds',
  'searches',
  'missing',
  'bots',
];

export function NameLists({ of, period }: { of: StatisticsOfLists; period: StatisticsPeriod }) {
  return (
    <div className="name-lists">
      {order.map((name) => (
        <NameList key={name} name={name} rows={of[name] ?? []} period={period} />
      ))}
    </div>
  );
}

type ListProps = { name: StatisticsList; rows: readonly ListedName[]; period: StatisticsPeriod };

function NameList({ name, rows, period }: ListProps) {
  const {
    title,
    counts,
    empty,
    numberOf = ({ views }) => views,
    nameOf = (row) => row.name,
    after,
  } = lists[name];
  const most = Math.max(1, ...rows.map(numberOf));
  return (
    <section>
      <div className="name-list-head">
        <h2>{title}</h2>
        {rows.length > 0 && (
          <a
            href={statisticsCalls.file({ file: name, period })}
            download
            aria-label={t('{title} as CSV', { title })}
          >
            {t('CSV')}
          </a>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{counts}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  <span
                    className="bar"
                    aria-hidden="true"
                    style={{ inlineSize: `${(numberOf(row) / most) * 100}%` }}
                  />
                  <span className="name">{row.name === otherNames ? t('All others') : nameOf(row)}</span>
                </th>
                <td>{formatNumber(numberOf(row))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > 0 && after}
    </section>
  );
}

/** A post leads to its own numbers; the arrow leads to what readers see. */
function PageName({ row: { name, post_id, title, url } }: { row: ListedName }) {
  if (post_id !== null && url !== null) {
    const text = title || t('Untitled');
    return (
      <>
        <Link to={`${urls.admin}/statistics/posts/${post_id}`}>{text}</Link>{' '}
        <a className="open" href={url} aria-label={t('Open {text} on the site ↗', { text })}>
          ↗
        </a>
      </>
    );
  }
  if (url !== null) return <a href={url}>{url === '/' ? t('Home page') : name}</a>;
  return <span className="soft">{t('Deleted post')}</span>;
}
