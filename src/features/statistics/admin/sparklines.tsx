import { createContext, use, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { PostRowPart } from '../../../core/writing/admin/posts/post-row.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import type { SparklineOfPost } from '../api/report.ts';
import { statisticsCalls } from './calls.ts';
import './sparklines.css';

const SparklinesContext = createContext<ReadonlyMap<number, SparklineOfPost>>(new Map());

/** The sparklines of these posts, loaded in one request after the list is shown; none while statistics are off. */
function useSparklines(ids: readonly number[]): ReadonlyMap<number, SparklineOfPost> {
  const [found, setFound] = useState<ReadonlyMap<number, SparklineOfPost>>(new Map());
  const key = ids.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the ids
  useEffect(() => {
    if (ids.length === 0) return;
    let isCurrent = true;
    statisticsCalls.sparklines({ ids: ids.join(',') }).then(
      (sparklines) => isCurrent && setFound(new Map(sparklines.map((one) => [one.id, one]))),
      // The list is complete without them, and the failure is logged to the console.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return found;
}

const viewsOf = ({ views }: SparklineOfPost) => plural(views, { one: '1 view', other: '{count} views' });

/** The views of a post in the last 30 days; its place is there before they are loaded. */
function Sparkline({ of }: { of: SparklineOfPost | undefined }) {
  return (
    <span className="sparkline-place" title={t('Views in the last 30 days')}>
      {/* A draft has none. */}
      {of && of.views > 0 && (
        <>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server of numbers alone */}
          <span className="sparkline-box" dangerouslySetInnerHTML={{ __html: of.plot }} />
          <span>{viewsOf(of)}</span>
        </>
      )}
    </span>
  );
}

function StatisticsLink({ of, title }: { of: SparklineOfPost | undefined; title: string }) {
  if (!of) return null;
  return (
    <Link className="button quiet" to={`${urls.admin}/statistics/posts/${of.id}`}>
      <span>
        {rich('{views}<hidden> of {title}</hidden> in 30 days', {
          views: viewsOf(of),
          title,
          hidden: (text) => <span className="visually-hidden">{text}</span>,
        })}
      </span>
    </Link>
  );
}

export const sparklineOfRow: PostRowPart = {
  name: 'statistics',
  Provider: ({ ids, children }) => (
    <SparklinesContext value={useSparklines(ids)}>{children}</SparklinesContext>
  ),
  Figure: ({ post: { id } }) => <Sparkline of={use(SparklinesContext).get(id)} />,
  Tool: ({ post: { id }, title }) => <StatisticsLink of={use(SparklinesContext).get(id)} title={title} />,
};
