import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';

/** What has a date of its own and is therefore not counted again. */
export type EventKind = 'votes' | 'comments' | 'subscribers';
export type Span = { start: string; end: string };

/** Each is a range of an index: of the site, and of a post. */
const sources: Record<EventKind, (postId: number | null) => RawBuilder<unknown>> = {
  votes: (postId) => from(sql`votes`, sql`date_added`, postId),
  comments: (postId) => from(sql`comments`, sql`date_added`, postId, sql`approved = 1`),
  subscribers: (postId) => from(sql`subscribers`, sql`date_confirmed`, postId),
};

const from = (
  table: RawBuilder<unknown>,
  date: RawBuilder<unknown>,
  postId: number | null,
  condition = sql`true`,
): RawBuilder<unknown> =>
  sql`from ${table} where ${condition}${postId === null ? sql`` : sql` and post_id = ${postId}`}
    and ${date} >= spans.start_date and ${date} < spans.end_date`;

/** How many there are in each span of time, in the order of the spans. */
export async function countInSpans(
  db: Db,
  kind: EventKind,
  spans: readonly Span[],
  postId: number | null = null,
): Promise<number[]> {
  if (spans.length === 0) return [];
  const { date } = dialectOf(db);
  const values = spans.map(
    ({ start, end }, index) => sql`(${sql.lit(index)}, cast(${start} as ${date}), cast(${end} as ${date}))`,
  );
  const { rows } = await sql<{ place: number; count: number }>`
    with spans (place, start_date, end_date) as (values ${sql.join(values)})
    select place, (select count(*) ${sources[kind](postId)}) as count from spans`.execute(db);
  const counts = spans.map(() => 0);
  for (const { place, count } of rows) counts[place] = Number(count);
  return counts;
}
