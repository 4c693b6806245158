import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Whether the author set the date of a post; otherwise the first activation sets it. In existing posts a whole second
 * means that the date was typed, because the time of creation has milliseconds.
 */
export const up: Migration = async (db, { kind }) => {
  await sql`alter table posts add column date_given integer not null default 0 check (date_given in (0, 1))`.execute(
    db,
  );
  const wholeSecond =
    kind === 'sqlite' ? sql`post_date like '%.000Z'` : sql`date_trunc('second', post_date) = post_date`;
  await sql`update posts set date_given = 1 where first_active_date is null
    and case when scheduled_date is null then ${wholeSecond} else post_date <> scheduled_date end`.execute(
    db,
  );
};
