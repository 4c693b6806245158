import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What the owner is told of by mail: comments that wait, and sign-ins from new places. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`create table comment_notices (
      id ${id},
      comment_id integer not null unique references comments (id) on delete cascade,
      date_added ${date} not null
    ) ${tableOptions}`,
    sql`create table sign_in_places (
      user_id integer not null references users (id) on delete cascade,
      place text not null,
      last_seen ${date} not null,
      primary key (user_id, place)
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
};
