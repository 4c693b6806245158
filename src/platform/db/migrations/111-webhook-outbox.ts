import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Calls of webhooks that wait are in the outbox; what stays are those that failed. */
export const up: Migration = async (db) => {
  const statements = [
    sql`insert into outbox (kind, key, host, payload, attempts, next_run, error, date_added)
      select 'webhooks', message_id, cast(webhook_id as text), payload, attempts, next_run, error, date_added
      from webhook_calls where next_run is not null order by id`,
    sql`delete from webhook_calls where next_run is not null`,
    sql`drop index webhook_calls_by_date`,
    ...['message_id', 'payload', 'attempts', 'next_run'].map(
      (column) => sql`alter table webhook_calls drop column ${sql.ref(column)}`,
    ),
    sql`alter table webhook_calls rename to webhook_failures`,
  ];
  for (const statement of statements) await statement.execute(db);
};
