import { createContext, use, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { PostRowPart } from '../../../core/writing/admin/posts/post-row.tsx';
import { formatNumber } from '../../../platform/admin/controls/format.ts';
import { urls } from '../../../platform/http/urls.ts';
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

const viewsOf = ({ views }: SparklineOfPost) => `${formatNumber(views)} ${views === 1 ? 'view' : 'views'}`;

/** The views of a post in the last 30 days; its place is there before they are loaded. */
function Sparkline({ of }: { of: SparklineOfPost | undefined }) {
  return (
    <span className="sparkline-place" title="Views in the last 30 days">
      {of && (
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
        {viewsOf(of)}
        <span className="visually-hidden"> of {title}</span> in 30 days
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
