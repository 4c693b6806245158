import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What commenters who asked to be told were told already, and whose addresses have to be confirmed. */
export const up: Migration = async (db, { date, tableOptions }) => {
  const statements = [
    // The confirmation has to be sent, and was sent.
    sql`alter table commenters add column date_due ${date}`,
    sql`alter table commenters add column date_asked ${date}`,
    sql`create index commenters_due on commenters (date_due) where date_due is not null`,
    sql`create index commenters_unconfirmed on commenters (date_added) where date_confirmed is null`,
    sql`alter table comments add column date_told ${date}`,
    // The followers of deleted comments, for as long as these can be restored.
    sql`create table deleted_followers (
      comment_id integer not null references deleted_comments (id) on delete cascade,
      commenter_id integer not null references commenters (id) on delete cascade,
      primary key (comment_id, commenter_id)
    ) ${tableOptions}`,
    sql`create index deleted_followers_by_commenter on deleted_followers (commenter_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
