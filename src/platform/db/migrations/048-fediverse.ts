import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The fediverse: whom posts are sent to, what was sent, and what waits to be sent. */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    // Actors of other servers: followers, and those whose replies were received.
    sql`create table fediverse_actors (
      actor text primary key,
      inbox text not null,
      shared_inbox text,
      -- Of the inbox that is sent to.
      host text not null,
      handle text not null,
      name text not null,
      url text,
      follow_id text,
      date_followed ${date},
      date_seen ${date} not null
    ) ${tableOptions}`,
    sql`create index fediverse_followers on fediverse_actors (date_followed) where date_followed is not null`,
    // What was announced of each post and answer. No references: deleted ones are remembered.
    sql`create table fediverse_objects (
      kind text not null check (kind in ('post', 'answer')),
      subject_id integer not null,
      -- Of an answer: that of the post.
      post_id integer not null,
      version integer not null,
      hash text not null,
      deleted integer not null default 0,
      recipient text,
      date_sent ${date} not null,
      primary key (kind, subject_id)
    ) ${tableOptions}`,
    sql`create index fediverse_objects_by_post on fediverse_objects (post_id)`,
    // Each activity once, however many inboxes it is sent to.
    sql`create table fediverse_activities (
      id ${id},
      activity text not null unique,
      body text not null,
      date_added ${date} not null
    ) ${tableOptions}`,
    sql`create table fediverse_deliveries (
      id ${id},
      activity_id integer not null references fediverse_activities (id) on delete cascade,
      inbox text not null,
      host text not null,
      attempts integer not null default 0,
      unique (activity_id, inbox)
    ) ${tableOptions}`,
    sql`create index fediverse_deliveries_by_host on fediverse_deliveries (host, id)`,
    // Hosts that something waits for, and those that do not answer.
    sql`create table fediverse_hosts (
      host text primary key,
      next_run ${date} not null,
      attempts integer not null default 0,
      date_failing ${date},
      dead integer not null default 0,
      error text
    ) ${tableOptions}`,
    sql`create index fediverse_hosts_by_date on fediverse_hosts (next_run)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
