import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What waits to be sent to other servers, and the servers that fail. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`create table outbox (
      id ${id},
      kind text not null,
      key text not null,
      host text not null,
      payload text,
      version integer not null default 1,
      attempts integer not null default 0,
      next_run ${date} not null,
      error text,
      date_added ${date} not null,
      unique (kind, key)
    ) ${tableOptions}`,
    sql`create index outbox_due on outbox (kind, next_run, host)`,
    sql`create index outbox_by_host on outbox (kind, host, id)`,
    sql`create table outbox_hosts (
      kind text not null,
      host text not null,
      next_run ${date} not null,
      attempts integer not null,
      date_failing ${date} not null,
      given_up integer not null default 0 check (given_up in (0, 1)),
      error text not null,
      primary key (kind, host)
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
};
