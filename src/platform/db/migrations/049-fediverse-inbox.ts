import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Requests to the inbox, stored before their signatures are verified. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`create table fediverse_inbox (
      id ${id},
      -- Of the whole request, signature included.
      request_hash text not null unique,
      activity text not null,
      actor text not null,
      -- Of the actor. Its requests are verified one after another, in their order.
      host text not null,
      bytes integer not null,
      attempts integer not null default 0,
      next_run ${date} not null,
      date_received ${date} not null,
      path text not null,
      headers text not null,
      body text not null
    ) ${tableOptions}`,
    sql`create index fediverse_inbox_by_host on fediverse_inbox (host, bytes)`,
    sql`create index fediverse_inbox_by_actor on fediverse_inbox (actor)`,
    sql`create index fediverse_inbox_by_date on fediverse_inbox (next_run)`,
    // Actors that have sent something valid. Their keys outlive them: their Delete is signed with a key that is gone elsewhere.
    sql`create table fediverse_senders (
      actor text primary key,
      content text not null,
      date_fetched ${date} not null,
      date_used ${date} not null
    ) ${tableOptions}`,
    sql`create index fediverse_senders_by_date on fediverse_senders (date_used)`,
    // Requests that took effect: a repeated one has none.
    sql`create table fediverse_received (
      request_hash text primary key,
      activity text,
      actor text not null,
      effect text,
      date_received ${date} not null
    ) ${tableOptions}`,
    sql`create index fediverse_received_by_activity on fediverse_received (activity) where activity is not null`,
    sql`create index fediverse_received_by_actor on fediverse_received (actor, effect) where effect is not null`,
    sql`create index fediverse_received_by_date on fediverse_received (date_received)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
