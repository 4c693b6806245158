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

/** The views of a post in the last 30 days; its place is there before they are loaded. */
function Sparkline({ of, title }: { of: SparklineOfPost | undefined; title: string }) {
  return (
    <span className="sparkline-place">
      {of && (
        <Link
          to={`${urls.admin}/statistics/posts/${of.id}`}
          title={`Views of “${title}” in the last 30 days`}
        >
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server of numbers alone */}
          <span className="sparkline-box" dangerouslySetInnerHTML={{ __html: of.plot }} />
          <span>
            {formatNumber(of.views)} {of.views === 1 ? 'view' : 'views'}
            <span className="visually-hidden"> of {title} in 30 days</span>
          </span>
        </Link>
      )}
    </span>
  );
}

export const sparklineOfRow: PostRowPart = {
  name: 'statistics',
  Provider: ({ ids, children }) => (
    <SparklinesContext value={useSparklines(ids)}>{children}</SparklinesContext>
  ),
  Tool: ({ post: { id }, title }) => <Sparkline of={use(SparklinesContext).get(id)} title={title} />,
};
