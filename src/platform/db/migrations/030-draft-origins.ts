import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Which form created which post, so that a repeated request does not create it twice; and the versions of a post that had
 * the text of a revision, so that the text that a draft is based on can be found.
 *
 * post_creations has no reference to posts: a post in the bin must be restorable after its form has created another one.
 */
export const up: Migration = async (db, { date, tableOptions }) => {
  const statements = [
    sql`create table post_creations (
      user_id integer not null references users (id) on delete cascade,
      creation_id text not null,
      post_id integer not null,
      date ${date} not null,
      primary key (user_id, creation_id)
    ) ${tableOptions}`,
    sql`alter table drafts add column creation_id text not null default ''`,
    sql`alter table posts add column written_version integer`,
    // Earlier versions may have had another text.
    sql`update posts set written_version = version`,
    sql`alter table revisions add column first_version integer`,
    sql`alter table revisions add column last_version integer`,
  ];
  for (const statement of statements) await statement.execute(db);
};
