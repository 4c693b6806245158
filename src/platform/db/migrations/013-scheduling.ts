import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** When an inactive post is published automatically. */
export const up: Migration = async (db, { date }) => {
  await sql`alter table posts add column scheduled_date ${date}`.execute(db);
  await sql`create index posts_scheduled on posts (scheduled_date) where scheduled_date is not null`.execute(
    db,
  );
};
