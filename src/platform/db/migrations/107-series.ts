import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** A post can be a part of a series, and its page can be without the main image above its title. */
export const up: Migration = async (db) => {
  await sql`alter table posts add column series text not null default ''`.execute(db);
  await sql`alter table posts add column hero integer not null default 1`.execute(db);
  await sql`create index posts_series on posts (series, post_date, id) where series <> ''`.execute(db);
};
