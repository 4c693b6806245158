import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** URLs of the owner that are called when something happens, and the calls that wait. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`create table webhooks (
      id ${id},
      url text not null,
      secret text not null,
      date_added ${date} not null
    ) ${tableOptions}`,
    sql`create table webhook_calls (
      id ${id},
      webhook_id integer not null references webhooks (id) on delete cascade,
      message_id text not null,
      type text not null,
      payload text not null,
      attempts integer not null default 0,
      -- Null: not tried again.
      next_run ${date},
      error text,
      date_added ${date} not null
    ) ${tableOptions}`,
    sql`create index webhook_calls_by_date on webhook_calls (next_run)`,
    sql`create index webhook_calls_by_webhook on webhook_calls (webhook_id)`,
    // Posts that a webhook was notified of: a later change is not another publication.
    sql`create table webhook_posts (
      post_id integer not null primary key,
      fingerprint text not null
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
};
