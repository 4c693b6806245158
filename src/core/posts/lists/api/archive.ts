import type { PostLink } from '../../api/posts.ts';

/** How many public posts a month has, in the time zone of the site. */
export type MonthCount = { year: number; month: number; count: number };

/** Either all posts, newest first, or too many to list. */
export type Archive = { years: readonly ArchiveYear[]; posts: readonly PostLink[] | null };

export type ArchiveYear = {
  year: number;
  count: number;
  /** Newest first; none for years whose page lists them. */
  months: readonly MonthCount[];
};
