import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Earlier versions of posts, and the author and date of the current one. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`alter table posts add column written_date ${date}`,
    sql`alter table posts add column written_by text`,
    sql`update posts set written_date = coalesce(update_date, post_date)`,
    sql`create table revisions (
      id ${id},
      post_id integer not null references posts (id) on delete cascade,
      post_title text not null,
      post_content text not null,
      written_date ${date} not null,
      written_by text
    ) ${tableOptions}`,
    sql`create index revisions_by_post on revisions (post_id, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
