import type { StatisticsDayTables } from '../../platform/db/migrations/061-statistics-day-tables.ts';

export type StatisticsKind = 'site' | 'page' | 'referrer' | 'device' | 'feed' | 'search' | 'missing' | 'bot';

type StatisticsTables = StatisticsDayTables & {
  /** Sums per day (`YYYY-MM-DD` in the time zone of the site). What a name is depends on the kind: see docs/handbook/statistics.md. */
  statistics: { day: string; kind: StatisticsKind; name: string; views: number; visitors: number };
  /** Only in the file of the day: sums that the database of the site does not have yet. */
  statistics_changed: { day: string; kind: StatisticsKind; name: string };
};

declare module '../../platform/db/schema.ts' {
  interface Schema extends StatisticsTables {}
}
