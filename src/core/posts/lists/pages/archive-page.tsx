import { archivePage as pageSize } from '../../../../platform/http/api/limits.ts';
import { pageNumber, pageUrl } from '../../../../platform/http/api/page-number.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { type Month, monthOf } from '../../../../platform/web/calendar.ts';
import { useMessages } from '../../../../platform/web/messages.ts';
import { type Page, redirectTo } from '../../../../platform/web/page.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import { PageMeta } from '../../../site/pages/page-meta.tsx';
import { useSite } from '../../../site/pages/site-context.ts';
import type { PostLink } from '../../api/posts.ts';
import type { PostsApi } from '../../pages/page-api.ts';
import { titleOf } from '../../pages/post-parts.tsx';
import type { Archive, MonthCount } from '../api/archive.ts';
import { formatNumber, monthName, monthText, yearText } from './formats.ts';
import { PageLinks } from './page-links.tsx';

type Period = { year: number; month?: number };
type Part = {
  period: Period;
  posts: readonly PostLink[];
  total: number;
  months: readonly MonthCount[];
  page: number;
  pathname: string;
};

export const archivePages: readonly Page<PostsApi>[] = [
  {
    path: urls.archive,
    get: async ({ api }) => {
      const archive = await api.archive();
      return {
        head: <ArchiveMeta path={urls.archive} />,
        main: <ArchiveScreen {...archive} />,
        styles: ['other'],
      };
    },
  },
  ...[urls.archiveYear(':year'), urls.archiveMonth(':year', ':month')].map(
    (path): Page<PostsApi> => ({
      path,
      get: async ({ api, url, params }) => {
        const period = parsePeriod(params);
        // Like any other unknown path.
        if (!period) return redirectTo(urls.home);
        const page = pageNumber(url.searchParams);
        const offset = (page - 1) * pageSize;
        const { posts, total, months } = await api.archivedPosts(period, { limit: pageSize, offset });
        const part: Part = { period, posts, total, months, page, pathname: url.pathname };
        return {
          status: posts.length > 0 ? 200 : 404,
          head: <ArchiveMeta path={pageUrl(url.pathname, page)} period={period} />,
          main: <PeriodScreen {...part} />,
          styles: ['other'],
        };
      },
    }),
  ),
];

/** Four digits of the year and two of the month, so that each page has one URL. */
function parsePeriod({ year = '', month }: Readonly<Record<string, string>>): Period | null {
  if (!/^[1-9]\d{3}$/.test(year)) return null;
  if (month === undefined) return { year: Number(year) };
  return /^(?:0[1-9]|1[0-2])$/.test(month) ? { year: Number(year), month: Number(month) } : null;
}

function usePeriodName(period: Period | undefined): string {
  const messages = useMessages();
  const { language } = useSite();
  if (!period) return messages.places.archive;
  const { year, month } = period;
  return month === undefined ? String(year) : monthName(language, { year, month }, 'full');
}

function ArchiveMeta({ path, period }: { path: string; period?: Period }) {
  const site = useSite();
  const name = usePeriodName(period);
  return <PageMeta title={name} description={`${name}: ${site.site_name}`} path={path} />;
}

function ArchiveScreen({ years, posts }: Archive) {
  const messages = useMessages();
  const { time_zone } = useSite();
  const ofYear = posts && Map.groupBy(posts, ({ post_date }) => monthOf(post_date, time_zone).year);
  return (
    <div className="browse grid">
      <h1>{messages.places.archive}</h1>
      {years.length === 0 && <Nothing />}
      {years.map(({ year, count, months }) => (
        <section key={year} aria-labelledby={`y${year}`}>
          <h2 id={`y${year}`}>
            <a href={urls.archiveYear(yearText({ year }))}>{year}</a>
            <Count of={count} />
          </h2>
          {ofYear ? (
            <MonthTitles year={year} posts={ofYear.get(year) ?? []} />
          ) : (
            months.length > 0 && <Months months={months} />
          )}
        </section>
      ))}
    </div>
  );
}

/** The titles of a year, under its months. */
function MonthTitles({ year, posts }: { year: number; posts: readonly PostLink[] }) {
  const { language, time_zone } = useSite();
  const months = Map.groupBy(posts, ({ post_date }) => monthText(monthOf(post_date, time_zone)));
  return [...months].map(([month, ofMonth]) => (
    <section key={month} aria-labelledby={`y${year}-${month}`}>
      <h3 className="month-name" id={`y${year}-${month}`}>
        <a href={urls.archiveMonth(yearText({ year }), month)}>
          {monthName(language, { year, month: Number(month) } satisfies Month, 'month')}
        </a>
        <Count of={ofMonth.length} />
      </h3>
      <Titles posts={ofMonth} />
    </section>
  ));
}

function Titles({ posts }: { posts: readonly PostLink[] }) {
  const messages = useMessages();
  return (
    <ul className="titles">
      {posts.map((post) => (
        <li key={post.id}>
          <FormattedDate date={post.post_date} style="short" />
          <a href={urls.post(post.post_title_web)} dir="auto">
            {titleOf(post, messages)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Months({ months }: { months: readonly MonthCount[] }) {
  const { language } = useSite();
  return (
    <ul className="months">
      {months.map(({ year, month, count }) => (
        <li key={month}>
          <a href={urls.archiveMonth(yearText({ year }), monthText({ month }))}>
            {monthName(language, { year, month }, 'month')}
          </a>
          <Count of={count} />
        </li>
      ))}
    </ul>
  );
}

/** A number of posts, read out with its unit. */
export function Count({ of }: { of: number }) {
  const messages = useMessages();
  const { language } = useSite();
  return (
    <span className="count">
      <span aria-hidden="true">{formatNumber(language, of)}</span>
      <span className="visually-hidden">{messages.postCount(of)}</span>
    </span>
  );
}

function Nothing() {
  const messages = useMessages();
  return (
    <div className="empty">
      <p>{messages.noPosts}</p>
      <p>{messages.checkAgain}</p>
    </div>
  );
}

function PeriodScreen({ period, posts, total, months: ofYear, page, pathname }: Part) {
  const messages = useMessages();
  const { language, time_zone } = useSite();
  const name = usePeriodName(period);
  const months = Map.groupBy(posts, ({ post_date }) => monthText(monthOf(post_date, time_zone)));
  const { year, month } = period;
  return (
    <div className="browse grid">
      <nav className="browse-path" aria-label={messages.places.archive}>
        <a href={urls.archive}>{messages.places.archive}</a>
        {month !== undefined && <a href={urls.archiveYear(yearText(period))}>{year}</a>}
      </nav>
      <h1>
        {name} {total > 0 && <Count of={total} />}
      </h1>
      {posts.length === 0 && <Nothing />}
      {posts.length > 0 && ofYear.length > 0 && <Months months={ofYear} />}
      {[...months].map(([number, ofMonth]) => (
        <section key={number} aria-labelledby={month === undefined ? `m${number}` : undefined}>
          {month === undefined && (
            <h2 id={`m${number}`}>
              <a href={urls.archiveMonth(yearText(period), number)}>
                {monthName(language, { year, month: Number(number) } satisfies Month, 'month')}
              </a>
            </h2>
          )}
          <Titles posts={ofMonth} />
        </section>
      ))}
      <PageLinks
        urlOf={(number) => pageUrl(pathname, number)}
        page={page}
        pages={Math.ceil(total / pageSize)}
      />
    </div>
  );
}
