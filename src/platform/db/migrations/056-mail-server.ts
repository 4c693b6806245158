import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** When mails were given to the SMTP server, and how long it is left alone after it could not be reached. */
export const up: Migration = async (db, { date, tableOptions }) => {
  const statements = [
    sql`alter table mails add column date_tried ${date}`,
    sql`create index mails_by_tried on mails (date_tried) where date_tried is not null`,
    // Found again after a restart.
    sql`create index mails_handed_over on mails (id) where state = 'handed-over'`,
    sql`create table mail_server (
      id integer primary key check (id = 1),
      paused_until ${date},
      failures integer not null,
      error text
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
};
