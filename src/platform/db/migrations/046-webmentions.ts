import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Webmentions that were accepted and wait until their source has been fetched; verified ones become comments or reactions. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`create table received_webmentions (
      id ${id},
      source text not null,
      source_host text not null,
      post_id integer not null references posts (id) on delete cascade,
      target text not null,
      version integer not null default 1,
      attempts integer not null default 0,
      next_run ${date} not null,
      unique (source, post_id)
    ) ${tableOptions}`,
    sql`create index received_webmentions_by_post on received_webmentions (post_id)`,
    sql`create index received_webmentions_by_time on received_webmentions (next_run)`,
    sql`create index received_webmentions_by_host on received_webmentions (source_host)`,
    sql`create index received_webmentions_by_attempts on received_webmentions (attempts)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
