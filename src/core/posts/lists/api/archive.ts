/** How many public posts a month has, in the time zone of the site. */
export type MonthCount = { year: number; month: number; count: number };

export type ArchiveYear = {
  year: number;
  count: number;
  /** Newest first; none for years whose page lists them. */
  months: readonly MonthCount[];
};
