import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Whether a post is sent by mail, with which subject; and when a newsletter begins. */
export const up: Migration = async (db, { date }) => {
  const statements = [
    sql`alter table posts add column send_mail integer check (send_mail in (0, 1))`,
    sql`alter table posts add column mail_subject text not null default ''`,
    sql`alter table posts add column mail_preheader text not null default ''`,
    sql`create index posts_sent_by_mail on posts (first_active_date) where send_mail = 1`,
    sql`alter table newsletters add column date_due ${date}`,
    sql`alter table newsletters add column date_started ${date}`,
    sql`create index newsletters_unfilled on newsletters (date_due) where filled_up_to is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
};
